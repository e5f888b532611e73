// Shared by the kernels of this lesson: a mask for a part of a warp, the values of its lanes, and the launch.
#pragma once

#include "ch11_warps/warp_functions/warp_functions.h"
#include "common/check.h"

namespace warp_functions {

inline constexpr int block_size = 256;

// The lanes of this thread's part, as a mask.
inline __device__ unsigned part_mask(int width) {
  const int lane = threadIdx.x % warp_size;
  return (width == warp_size ? 0xffffffffu : (1u << width) - 1) << (lane / width * width);
}

// No lane returns early: the mask names all lanes of the part, so all must call. Lanes past the end have the value 0.
inline __device__ int value_of(const int* x, std::size_t n, std::size_t i) {
  return i < n ? x[i] : 0;
}

using Kernel = void (*)(const int* x, std::size_t n, int width, unsigned* result);

template <Kernel kernel>
void ask(const int* x, std::size_t n, int width, unsigned* result) {
  kernel<<<blocks_for(n, block_size), block_size>>>(x, n, width, result);
  check(cudaGetLastError());
}

}  // namespace warp_functions
