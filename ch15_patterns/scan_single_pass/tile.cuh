// A block's tile in registers: loading, scanning and writing it. All rungs but the ring work on it.
#pragma once

#include "common/quad.cuh"
#include "common/scan_task.h"
#include "common/warp.cuh"

namespace scan_single_pass {

using scan::Kind;

constexpr int block_size = 512;
constexpr int warps = block_size / 32;
constexpr int rows = 10;  // of 32 quads: the part of a warp
template <typename T>
constexpr std::size_t part_size = rows * 32 * Quad<T>::size;
template <typename T>
constexpr std::size_t tile_size = std::size_t{warps} * part_size<T>;

// Scans rows of a warp, each 32 quads, one per lane. All sums start from before; returns the sum of everything. First
// the elements of each quad, then the quads of each row by shuffles: rows do not wait for each other until the end.
template <int count, typename T>
__device__ T scan_rows(Quad<T> (&row)[count], Kind kind, T before) {
  constexpr int last = Quad<T>::size - 1;
  const int lane = lane_index();
  T sum[count];
#pragma unroll
  for (int r = 0; r < count; ++r) {
    for (int e = 1; e <= last; ++e) row[r].v[e] += row[r].v[e - 1];
    sum[r] = row[r].v[last];
  }
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
#pragma unroll
    for (int r = 0; r < count; ++r) {
      const T left = __shfl_up_sync(all_lanes, sum[r], distance);
      if (lane >= distance) sum[r] += left;
    }
  }
#pragma unroll
  for (int r = 0; r < count; ++r) {
    const T left = __shfl_up_sync(all_lanes, sum[r], 1);
    const T start = before + (lane > 0 ? left : T{0});
    for (int e = last; e >= 0; --e) {
      const T inside = kind == Kind::inclusive ? row[r].v[e] : e > 0 ? row[r].v[e - 1] : T{0};
      row[r].v[e] = start + inside;
    }
    before += __shfl_sync(all_lanes, sum[r], 31);
  }
  return before;
}

// Adds before to the quad and writes it, past the caches: nothing reads it again soon.
template <typename T>
__device__ void add_and_store(Quad<T> quad, T before, T* y, std::size_t n, std::size_t i) {
  for (int e = 0; e < Quad<T>::size; ++e) quad.v[e] += before;
  if (i + Quad<T>::size <= n) {
    __stcs(reinterpret_cast<int4*>(y + i), *reinterpret_cast<const int4*>(&quad));
  } else {
    for (int e = 0; e < Quad<T>::size && i + e < n; ++e) y[i + e] = quad.v[e];
  }
}

// Where this thread's first quad begins; the next ones are 32 quads apart.
template <typename T>
__device__ std::size_t first_of_thread(std::size_t tile) {
  return tile * tile_size<T> + warp_index() * part_size<T> + lane_index() * Quad<T>::size;
}

// Loads the warp's part of a tile and scans it; returns the part's total.
template <typename T>
__device__ T load_and_scan(const T* x, std::size_t n, std::size_t first, Kind kind, Quad<T> (&row)[rows]) {
  for (int r = 0; r < rows; ++r) row[r] = load_quad(x, n, first + r * 32 * Quad<T>::size);
  return scan_rows(row, kind, T{0});
}

template <typename T>
__device__ void write_rows(const Quad<T> (&row)[rows], T before, T* y, std::size_t n, std::size_t first) {
  for (int r = 0; r < rows; ++r) add_and_store(row[r], before, y, n, first + r * 32 * Quad<T>::size);
}

}  // namespace scan_single_pass
