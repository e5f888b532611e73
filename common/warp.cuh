// Collective operations of the 32 lanes of a warp. For blocks of one dimension; all lanes must call.
#pragma once

#include <cuda_runtime.h>

inline constexpr unsigned all_lanes = 0xffffffff;  // the mask of a whole warp

__device__ inline int lane_index() {
  return threadIdx.x % 32;
}

__device__ inline int warp_index() {
  return threadIdx.x / 32;
}

// The mask of the lanes before this one.
__device__ inline unsigned lanes_before() {
  return (1u << lane_index()) - 1;
}

// Every lane gets the sum over the warp.
template <typename T>
__device__ T sum_warp(T mine) {
  for (int mask = 16; mask > 0; mask /= 2) mine += __shfl_xor_sync(all_lanes, mine, mask);
  return mine;
}

// The inclusive scan over the warp: five steps in registers, with distances 1, 2, 4, 8, 16.
template <typename T>
__device__ T scan_warp(T mine) {
  for (int distance = 1; distance < 32; distance *= 2) {
    const T left = __shfl_up_sync(all_lanes, mine, distance);
    if (lane_index() >= distance) mine += left;
  }
  return mine;
}
