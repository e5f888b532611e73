// Direct calls in the program's code, each of which can be turned off and on again while threads run through it.
#pragma once
#include <cstdint>
#include <vector>

namespace cuda_emulator {

struct Call {
  std::uintptr_t at, target;
};

// Adds the calls in the code from low to high of one of these functions, which are in order of address.
void find_calls(std::uintptr_t low, std::uintptr_t high, const std::vector<std::uintptr_t>& functions,
                std::vector<Call>* found);
// In writable code.
void turn_calls(const std::vector<Call>& calls, bool on);
// This thread may have loaded instructions before they changed. Called after a synchronisation with the thread that
// turned them.
void load_code_again();

}  // namespace cuda_emulator
