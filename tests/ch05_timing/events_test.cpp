// What the times must satisfy on any machine: the host's clock starts before the kernel and stops after it, so it
// measures more than the events; the events are just before and after the kernel, so they measure most of that.
#include <gtest/gtest.h>

#include <cstdlib>

#include "common/testing.h"

namespace {

const Ended& ended() {
  static const Ended once = run_program({PROGRAM});
  return once;
}

// The time in the line with these words: the number before them.
double time_beside(const std::string& words) {
  const std::size_t at = ended().out.find(words);
  if (at == std::string::npos) return -1;
  const std::size_t line = ended().out.rfind('\n', at) + 1;
  return std::strtod(ended().out.c_str() + line, nullptr);
}

TEST(Events, ResultsAreRight) {
  EXPECT_EQ(ended().status, 0) << ended().err;
  EXPECT_EQ(number_after(ended().out, "wrong values:"), 0) << ended().out;
}

TEST(Events, StandAroundTheKernel) {
  const double device = time_beside("events on the device"), finished = time_beside("after waiting");
  EXPECT_GT(device, 0) << ended().out;
  EXPECT_LT(device, finished) << "the host's clock measures the kernel and more\n" << ended().out;
  if (sanitized()) return;  // the host then waits for compute-sanitizer's own work too
  EXPECT_GT(device, finished / 10) << "the kernel is most of it\n" << ended().out;
}

TEST(Events, HostDoesNotWaitUnlessAsked) {
  const double launched = time_beside("without waiting"), finished = time_beside("after waiting");
  EXPECT_GT(launched, 0) << ended().out;
  EXPECT_LE(launched, finished) << ended().out;
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  EXPECT_LT(launched, finished / 2) << "a launch returns before the kernel has ended\n" << ended().out;
}

}  // namespace
