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

// ---- A thread's elements of a row, four neighbours at a time: `from` is its first element, and `left` of the row are
// from there on, none if that is not positive. The four are `first` to first + 3 of those, `outside` past the end.
// aligned: rows begin at multiples of 16 bytes, and the four do too. once: no other block needs the row, so that it
// need not stay in a cache. With a constant for `first`, one address serves all that a thread loads. If it were a
// number of 64 bits from the beginning of the row, each four would have an address of its own, in two registers.
template <bool aligned, bool once = true>
__device__ float4 load_four(const float* from, int first, int left, float outside) {
  if constexpr (aligned) {
    const auto* four = reinterpret_cast<const float4*>(from + first);
    if (first >= left) return {outside, outside, outside, outside};
    return once ? __ldcs(four) : __ldg(four);
  } else {
    const auto element = [&](int i) { return i < left ? from[i] : outside; };
    return {element(first), element(first + 1), element(first + 2), element(first + 3)};
  }
}

template <bool aligned>
__device__ void store_four(float* to, int first, int left, float4 four) {
  if constexpr (aligned) {
    if (first < left) __stcs(reinterpret_cast<float4*>(to + first), four);
  } else {
    if (first < left) to[first] = four.x;
    if (first + 1 < left) to[first + 1] = four.y;
    if (first + 2 < left) to[first + 2] = four.z;
    if (first + 3 < left) to[first + 3] = four.w;
  }
}
