// The page size of this machine: 4 KB on x86-64; 4, 16 or 64 KB on arm64, depending on the kernel.
#pragma once
#include <cstddef>

namespace cuda_emulator {

std::size_t page_size();
// How many mappings the system allows a process: vm.max_map_count.
std::size_t most_mappings();
constexpr std::size_t round_up(std::size_t size, std::size_t to) {
  return (size + to - 1) / to * to;
}

}  // namespace cuda_emulator
