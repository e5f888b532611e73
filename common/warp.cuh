// Collective operations of the 32 lanes of a warp, and the sum over a block that is made of them. For blocks of one
// dimension; all lanes must call.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/check.h"

inline constexpr unsigned all_lanes = 0xffffffff;  // the mask of a whole warp

__device__ inline int lane_index() {
  return threadIdx.x % warp_size;
}

__device__ inline int warp_index() {
  return threadIdx.x / warp_size;
}

// The mask of the lanes before this one.
__device__ inline unsigned lanes_before() {
  return (1u << lane_index()) - 1;
}

// Every lane gets the sum over the warp.
template <typename T>
__device__ T sum_warp(T mine) {
  for (int mask = warp_size / 2; mask > 0; mask /= 2) mine += __shfl_xor_sync(all_lanes, mine, mask);
  return mine;
}

// The inclusive scan over the warp: five steps in registers, with distances 1, 2, 4, 8, 16.
template <typename T>
__device__ T scan_warp(T mine) {
  for (int distance = 1; distance < warp_size; distance *= 2) {
    const T left = __shfl_up_sync(all_lanes, mine, distance);
    if (lane_index() >= distance) mine += left;
  }
  return mine;
}

// ---- The sum of the values of a block's threads: in registers, with one barrier per block.

// This thread's elements: i, i + stride, i + 2 stride, ... where the stride is the number of threads in the grid.
template <typename Real>
__device__ Real add_stride(const Real* x, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  Real mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) mine += x[i];
  return mine;
}

struct ByShuffles {
  // The warp's sum, for lane 0. Each lane adds the value of the lane `half` above it: five steps, no memory.
  template <typename Real>
  static __device__ Real fold(Real mine) {
    for (int half = warp_size / 2; half > 0; half /= 2) mine += __shfl_down_sync(all_lanes, mine, half);
    return mine;
  }
};

// The block's sum, for thread 0. Warp defines how a warp folds. Every thread must call it, once in a kernel.
template <typename Warp, int block_size, typename Real>
__device__ Real fold_block(Real mine) {
  constexpr int warps = block_size / warp_size;
  __shared__ Real of_warp[warps];
  const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;

  const Real warp_sum = Warp::fold(mine);
  if (lane == 0) of_warp[warp] = warp_sum;
  __syncthreads();

  return warp == 0 ? Warp::fold(lane < warps ? of_warp[lane] : Real{0}) : Real{0};
}
