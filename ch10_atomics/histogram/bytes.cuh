// The loops of the histogram's rungs over the bytes, and the number of their blocks.
#pragma once

#include <algorithm>

#include "ch10_atomics/histogram/histogram.h"
#include "common/check.h"

namespace histogram {

constexpr int block_size = 256;
constexpr int warp_size = 32;
constexpr int warps = block_size / warp_size;

// Zeros first, in a separate copy or launch: blocks start in any order, so no block may clear counters that others use.
inline void clear(Count* count) {
  check(cudaMemsetAsync(count, 0, bins * sizeof(Count)));
}

// Calls add(byte) for each byte of words[first], words[first + stride], ..., and for those after the last whole word.
template <typename Add>
__device__ void for_each_byte(const Byte* x, std::size_t n, std::size_t first, std::size_t stride, Add add) {
  const auto* words = reinterpret_cast<const std::uint32_t*>(x);
  for (std::size_t i = first; i < n / 4; i += stride)
    for (std::uint32_t word = words[i], byte = 0; byte < 4; ++byte) add(word >> (8 * byte) & 0xff);
  if (first < n % 4) add(x[n - 1 - first]);
}

__device__ inline std::size_t thread_number() {
  return std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
}

__device__ inline std::size_t grid_size() {
  return std::size_t{gridDim.x} * blockDim.x;
}

// As many blocks as the GPU holds at once, or fewer for few bytes.
inline int resident_blocks(std::size_t n, int threads) {
  return std::min(blocks_for(n / 4, threads), multiprocessors() * (threads_per_multiprocessor() / threads));
}

}  // namespace histogram
