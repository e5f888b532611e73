// What kernels need that work on a row of floats by a block: a value of all its threads, and four elements at a time.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <limits>

#include "common/warp.cuh"

inline constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

// ---- One value from all threads of a block, for all of them.
struct Largest {
  static constexpr float none = minus_infinity;
  static __device__ float of(float a, float b) { return fmaxf(a, b); }
};
struct Sum {
  static constexpr float none = 0;
  static __device__ float of(float a, float b) { return a + b; }
};

template <class Fold>
__device__ float over_warp(float mine) {
  for (int mask = warp_size / 2; mask > 0; mask /= 2) mine = Fold::of(mine, __shfl_xor_sync(all_lanes, mine, mask));
  return mine;
}

// For blocks of whole warps. May be called several times.
template <class Fold>
__device__ float over_block(float mine) {
  __shared__ float of_warp[warp_size];
  mine = over_warp<Fold>(mine);
  __syncthreads();  // a call before may still be reading
  if (lane_index() == 0) of_warp[warp_index()] = mine;
  __syncthreads();
  return over_warp<Fold>(lane_index() < static_cast<int>(blockDim.x) / warp_size ? of_warp[lane_index()] : Fold::none);
}

// ---- Elements first to first + 3 of a row, first being a multiple of 4; `outside` past its end. aligned: rows begin
// at multiples of 16 bytes. once: no other block needs the row, so that it need not stay in a cache.
template <bool aligned, bool once = true>
__device__ float4 load_four(const float* row, std::size_t first, std::size_t cols, float outside) {
  if (aligned && first < cols) {
    const auto* four = reinterpret_cast<const float4*>(row + first);
    return once ? __ldcs(four) : __ldg(four);
  }
  const auto element = [&](std::size_t i) { return i < cols ? row[i] : outside; };
  return {element(first), element(first + 1), element(first + 2), element(first + 3)};
}

template <bool aligned>
__device__ void store_four(float* row, std::size_t first, std::size_t cols, float4 four) {
  if (aligned) {
    if (first < cols) __stcs(reinterpret_cast<float4*>(row + first), four);
  } else {
    if (first < cols) row[first] = four.x;
    if (first + 1 < cols) row[first + 1] = four.y;
    if (first + 2 < cols) row[first + 2] = four.z;
    if (first + 3 < cols) row[first + 3] = four.w;
  }
}
