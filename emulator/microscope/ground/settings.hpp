// The microscope's environment variables.
#pragma once
#include <string>

#include "ground/recorder.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

struct Settings {
  u64 blocks = 0;    // of a grid, the last among them; all of them: ~0; 0: chosen_blocks.cpp decides
  u64 launches = 1;  // of each kernel in each shape
  bool tables = true;
  int status = 4;  // of a program with findings; 0: its own
  std::string page, counts;
  std::string site;  // its address, for "more: ..."; empty: there is none
};
const Settings& settings();

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
