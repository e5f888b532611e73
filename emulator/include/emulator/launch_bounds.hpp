// The largest number of threads in a block of a kernel: its __launch_bounds__, as passed on by the translator.
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

void set_launch_bound(const void* kernel, int threads);

// find_type names the kernel; not callable for one of several overloads, whose address is ambiguous.
template <class FindType>
bool launch_bound(FindType find_type, int threads) {
  if constexpr (std::is_invocable_v<FindType, Probe>) set_launch_bound(find_type(Probe()).address, threads);
  return true;
}

}  // namespace cuda_emulator
