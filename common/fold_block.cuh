// The sum of the values of a block's threads: in registers, with one barrier per block.
#pragma once

#include <cstddef>

#include "common/warp.cuh"

inline constexpr int warp_size = 32;

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
