// A scan in three launches: the last rung of ch15_patterns/scan, which compaction and radix sort use for their counts.
// Tiles are scanned in the registers of warps; the sum before a tile is known before the tile is read again.
#pragma once

#include "ch15_patterns/scans/scan_task.h"
#include "common/check.h"
#include "common/warp.cuh"

namespace scan {

constexpr int three_phase_threads = 256;
constexpr int three_phase_warps = three_phase_threads / 32;
constexpr int three_phase_items = 16;  // elements per thread
constexpr int three_phase_tile = three_phase_threads * three_phase_items;

// The totals of the tiles: the number of values that three_phase needs as scratch.
inline std::size_t three_phase_scratch_size(std::size_t n) {
  return blocks_for(n, three_phase_tile);
}

// Scans a tile, or the n elements that are left of it, and returns before plus their sum. A warp takes 512 consecutive
// elements, a row of 32 at a time. x and y may be the same. Every thread of the block must call it.
template <typename T>
__device__ T scan_tile(const T* x, std::size_t n, Kind kind, T before, T* y) {
  __shared__ T warp_sum[three_phase_warps];
  const unsigned lane = lane_index(), warp = warp_index();
  const std::size_t first = warp * 32 * three_phase_items + lane;
  T result[three_phase_items], sum = 0;

  for (int r = 0; r < three_phase_items; ++r) {
    const T mine = first + r * 32 < n ? x[first + r * 32] : T{0};
    const T inclusive = scan_warp(mine);
    const T left = __shfl_up_sync(all_lanes, inclusive, 1);
    result[r] = sum + (kind == Kind::inclusive ? inclusive : lane > 0 ? left : T{0});
    sum += __shfl_sync(all_lanes, inclusive, 31);
  }

  if (lane == 0) warp_sum[warp] = sum;
  __syncthreads();
  T all = before;
  for (unsigned w = 0; w < three_phase_warps; ++w) {
    if (w == warp) before = all;
    all += warp_sum[w];
  }
  __syncthreads();  // the sums are read: the next call may overwrite them

  for (int r = 0; r < three_phase_items; ++r)
    if (first + r * 32 < n) y[first + r * 32] = before + result[r];
  return all;
}

// The first launch only adds up and writes almost nothing, so the array moves through memory three times instead of
// four; registers and shuffles replace trees and their barriers.
template <typename T>
__global__ void three_phase_sums_kernel(const T* x, std::size_t n, T* totals) {
  __shared__ T warp_sum[three_phase_warps];
  const std::size_t first = std::size_t{blockIdx.x} * three_phase_tile + threadIdx.x;
  T sum = 0;
  for (int r = 0; r < three_phase_items; ++r)
    if (first + r * three_phase_threads < n) sum += x[first + r * three_phase_threads];

  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(all_lanes, sum, distance);
  if (threadIdx.x % 32 == 0) warp_sum[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < three_phase_warps; ++w) sum += warp_sum[w];
    totals[blockIdx.x] = sum;
  }
}

// One block: any number of totals, one tile of them after the other.
template <typename T>
__global__ void three_phase_totals_kernel(T* totals, std::size_t n) {
  T before = 0;
  for (std::size_t first = 0; first < n; first += three_phase_tile)
    before = scan_tile(totals + first, n - first, Kind::exclusive, before, totals + first);
}

template <typename T>
__global__ void three_phase_kernel(const T* x, std::size_t n, Kind kind, const T* before, T* y) {
  const std::size_t first = std::size_t{blockIdx.x} * three_phase_tile;
  scan_tile(x + first, n - first, kind, before[blockIdx.x], y + first);
}

// y may be x.
template <typename T>
void three_phase(const T* x, T* y, std::size_t n, Kind kind, T* scratch) {
  if (n == 0) return;
  const int tiles = blocks_for(n, three_phase_tile);
  three_phase_sums_kernel<<<tiles, three_phase_threads>>>(x, n, scratch);
  three_phase_totals_kernel<<<1, three_phase_threads>>>(scratch, tiles);
  three_phase_kernel<<<tiles, three_phase_threads>>>(x, n, kind, scratch, y);
  check(cudaGetLastError());
}

}  // namespace scan
