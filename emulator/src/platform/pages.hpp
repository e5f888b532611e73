// The page size of this machine: 4 KB on x86-64; 4, 16 or 64 KB on arm64, depending on the kernel.
#pragma once
#include <cstddef>
#include <cstdint>

namespace cuda_emulator {

std::size_t page_size();
// How many mappings the system allows a process: vm.max_map_count.
std::size_t most_mappings();
// A number of bytes to reserve: where addresses have 32 bits (WebAssembly), there are fewer.
constexpr std::size_t to_reserve(std::uint64_t with_64_bits, std::size_t with_32_bits) {
  return sizeof(void*) == 8 ? static_cast<std::size_t>(with_64_bits) : with_32_bits;
}
// Is memory protected to the byte, and not by pages? Then an allocation ends at its last byte, and no access past it is
// as on a GPU, which does not notice most of them.
#if defined(__wasm__)
constexpr bool protects_bytes = true;
#else
constexpr bool protects_bytes = false;
#endif
constexpr std::size_t round_up(std::size_t size, std::size_t to) {
  return (size + to - 1) / to * to;
}

}  // namespace cuda_emulator
