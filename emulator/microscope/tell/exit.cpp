// The end of the program: the checks that look then, and the exit status of a program with findings.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "ground/ground.hpp"
#include "tell/tell.hpp"

namespace cuda_emulator::microscope {
namespace {

void exit_with_findings() {
  if (!any_findings() || settings().status == 0) return;
  std::fflush(nullptr);
  _Exit(settings().status);
}

const Listener findings(moments.at_end, report_findings, turn_of_findings);
const Listener last(
    moments.at_end,
    [] {
      if (any_findings() && settings().tables && settings().site.empty()) {
        std::fputs("microscope: ./run --explain NAME says more; NAME is what stands before a finding's colon\n",
                   stderr);
      }
      exit_with_findings();
    },
    turn_of_exit);
const Listener dies(hooks.process_dies, [] {
  report_findings();
  exit_with_findings();
});
const int registered = std::atexit([] {
  if (!std::uncaught_exceptions()) moments.at_end();
});

}  // namespace
}  // namespace cuda_emulator::microscope
