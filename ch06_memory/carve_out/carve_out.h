// L1 and shared memory are one memory of a multiprocessor. A program may say how it wishes to have it divided.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace carve_out {

inline constexpr int block_size = 1024;
inline constexpr std::size_t words_per_kb = 1024 / sizeof(std::uint32_t);

// The reference: block b adds the words of its part as many times as there are passes.
inline std::vector<std::uint32_t> sums_cpu(const std::vector<std::uint32_t>& x, int blocks, int kb, int passes) {
  std::vector<std::uint32_t> sums(blocks, 0);
  const std::size_t part = kb * words_per_kb;
  for (int b = 0; b < blocks; ++b)
    for (std::size_t i = 0; i < part; ++i) sums[b] += passes * x[b * part + i];
  return sums;
}

// The rungs: the same kernel with another wish. Block b reads kb KB from x + b * kb * words_per_kb on, `passes` times,
// and writes the sum of all that it has read to sums[b]. x and sums are device memory, x is not changed. A rung does
// not wait for the device, and throws CudaError if the launch fails.
struct Rung {
  const char* name;
  int percent;  // of the largest shared memory, which the program asks for; -1: no wish
  void (*run)(const std::uint32_t* x, std::uint32_t* sums, int blocks, int kb, int passes);
};

std::span<const Rung> ladder();

// The wish that the kernel has now.
int wish_of_kernel();

}  // namespace carve_out
