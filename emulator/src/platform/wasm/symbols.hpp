// The program's functions and __shared__ variables, which nothing in a running module names: the build writes them
// beside it (playground/build), and the page hands them over.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace cuda_emulator {

struct ProgramSymbol {
  std::uintptr_t low, high;  // of a function: its number among the targets of indirect calls, twice
  std::string name;          // as in the linker's output
};
const std::vector<ProgramSymbol>& program_functions();
const std::vector<ProgramSymbol>& program_shared_variables();  // and red zones, by address

}  // namespace cuda_emulator
