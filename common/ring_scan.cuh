// A scan through the ring of tiles (common/ring.cuh). ch15_patterns/scan_single_pass compares it with other single-pass
// scans, ch16_thrust_cub/scan_libraries with libraries.
#pragma once

#include <algorithm>

#include "common/check.h"
#include "common/ring.cuh"
#include "common/ring_needs.h"
#include "common/scan_rows.cuh"

namespace scan {

// Scans a part of the tile where it lies in shared memory; returns its total.
template <typename T>
__device__ T scan_part(Pack<T>* part, Kind kind) {
  const int lane = lane_index();
  Pack<T> row[tile_ring::rows];
  for (int r = 0; r < tile_ring::rows; ++r) row[r] = part[r * 32 + lane];
  const T total = scan_rows(row, kind, T{0});
  for (int r = 0; r < tile_ring::rows; ++r) part[r * 32 + lane] = row[r];
  return total;
}

// Adds the sum before the part to each of its elements, and writes them to y from element first on.
template <typename T>
__device__ void add_and_store_part(const Pack<T>* part, T before, T* y, std::size_t n, std::size_t first) {
  const int lane = lane_index();
  if (first + tile_ring::part_size<T> <= n) {  // no check per pack: all reads can be under way before the first store
#pragma unroll
    for (int r = 0; r < tile_ring::rows; ++r)
      add_and_store(part[r * 32 + lane], before, y + first + (r * 32 + lane) * Pack<T>::size);
  } else {
    for (int i = lane; i < tile_ring::rows * 32; i += 32)
      add_and_store(part[i], before, y, n, first + i * Pack<T>::size);
  }
}

// Persistent blocks: while a tile is written, the next one is already scanned and the one after it is being copied, so
// no block ever waits for memory, and totals are published a round before they are needed.
template <typename T>
__global__ void __launch_bounds__(tile_ring::threads, 1)
    ring_kernel(const T* x, T* y, std::size_t n, Kind kind, TileStates states) {
  T* const no_sum_of_all = nullptr;
  tile_ring::pass_over<T, T, T>(
      x, n, states, no_sum_of_all, [&](Pack<T>* part, const auto& leave_total) { leave_total(scan_part(part, kind)); },
      [&](const Pack<T>* part, std::size_t first, T before, T) { add_and_store_part(part, before, y, n, first); });
}

// Scans n values: x and y point to device memory aligned to 16 bytes, and x is not changed. states must have been made
// for ring_tiles(n) tiles or more, and may be used by this stream only. It does not wait for the device, and throws
// CudaError if the launch fails.
template <typename T>
void ring(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states, cudaStream_t stream = nullptr) {
  if (n == 0) return;
  constexpr int shared = sizeof(tile_ring::Memory<T, T, T>);
  static_assert(shared <= ring_bytes && sizeof(T) <= 8);
  check(cudaFuncSetAttribute(ring_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int blocks = std::min(multiprocessors(), blocks_for(n, tile_ring::tile_size<T>));
  TileStates for_launch = states.next_launch();
  void* arguments[] = {&x, &y, &n, &kind, &for_launch};
  check(cudaLaunchCooperativeKernel(ring_kernel<T>, blocks, tile_ring::threads, arguments, shared, stream));
}

}  // namespace scan
