// The last rung: three launches. Tiles are scanned in the registers of warps, and where a tile starts is known before
// it is read for the second time.
#include "ch15_patterns/scan/scan.h"
#include "common/check.h"
#include "common/launch.h"

namespace scan {

constexpr int block_size = 256;
constexpr int warps = block_size / 32;
constexpr int items = 16;  // elements of a thread
constexpr int tile = block_size * items;

// The inclusive scan over a warp, one value a lane: the naive way, but its five steps stay in registers.
template <typename T>
__device__ T scan_warp(T mine) {
  const int lane = threadIdx.x % 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const T left = __shfl_up_sync(0xffffffff, mine, distance);
    if (lane >= distance) mine += left;
  }
  return mine;
}

// Scans a tile, or the n elements that are left of it, and returns before plus their sum. A warp takes 512 consecutive
// elements, a row of 32 at a time. x and y may be the same. Every thread of the block must call it.
template <typename T>
__device__ T scan_tile(const T* x, std::size_t n, Kind kind, T before, T* y) {
  __shared__ T warp_sum[warps];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t first = warp * 32 * items + lane;
  T result[items], sum = 0;

  for (int r = 0; r < items; ++r) {
    const T mine = first + r * 32 < n ? x[first + r * 32] : T{0};
    const T inclusive = scan_warp(mine);
    const T left = __shfl_up_sync(0xffffffff, inclusive, 1);
    result[r] = sum + (kind == Kind::inclusive ? inclusive : lane > 0 ? left : T{0});
    sum += __shfl_sync(0xffffffff, inclusive, 31);
  }

  if (lane == 0) warp_sum[warp] = sum;
  __syncthreads();
  T all = before;
  for (unsigned w = 0; w < warps; ++w) {
    if (w == warp) before = all;
    all += warp_sum[w];
  }
  __syncthreads();  // the sums are read: the next call may overwrite them

  for (int r = 0; r < items; ++r)
    if (first + r * 32 < n) y[first + r * 32] = before + result[r];
  return all;
}

// ---- Rung 4. The first launch only adds up and writes next to nothing, so the array passes through memory three times
// instead of four; registers and shuffles take the place of trees and their barriers.
template <typename T>
__global__ void three_phase_sums_kernel(const T* x, std::size_t n, T* totals) {
  __shared__ T warp_sum[warps];
  const std::size_t first = std::size_t{blockIdx.x} * tile + threadIdx.x;
  T sum = 0;
  for (int r = 0; r < items; ++r)
    if (first + r * block_size < n) sum += x[first + r * block_size];

  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
  if (threadIdx.x % 32 == 0) warp_sum[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int w = 1; w < warps; ++w) sum += warp_sum[w];
    totals[blockIdx.x] = sum;
  }
}

// One block: any number of totals, a tile of them after the other.
template <typename T>
__global__ void three_phase_totals_kernel(T* totals, std::size_t n) {
  T before = 0;
  for (std::size_t first = 0; first < n; first += tile)
    before = scan_tile(totals + first, n - first, Kind::exclusive, before, totals + first);
}

template <typename T>
__global__ void three_phase_kernel(const T* x, std::size_t n, Kind kind, const T* before, T* y) {
  const std::size_t first = std::size_t{blockIdx.x} * tile;
  scan_tile(x + first, n - first, kind, before[blockIdx.x], y + first);
}

template <typename T>
void three_phase(const T* x, std::size_t n, Kind kind, T* y, T* scratch) {
  if (n == 0) return;
  const int tiles = blocks_for(n, tile);
  three_phase_sums_kernel<<<tiles, block_size>>>(x, n, scratch);
  three_phase_totals_kernel<<<1, block_size>>>(scratch, tiles);
  three_phase_kernel<<<tiles, block_size>>>(x, n, kind, scratch, y);
  check(cudaGetLastError());
}

template void three_phase(const unsigned*, std::size_t, Kind, unsigned*, unsigned*);
template void three_phase(const float*, std::size_t, Kind, float*, float*);
template void three_phase(const double*, std::size_t, Kind, double*, double*);
template void three_phase(const std::size_t*, std::size_t, Kind, std::size_t*,
                          std::size_t*);  // for ch15_patterns/compaction

}  // namespace scan
