// A block's tile in registers: loading, scanning and writing it. All rungs but the ring use it.
#pragma once

#include "common/scan_rows.cuh"

namespace scan_single_pass {

using scan::add_and_store;
using scan::Kind;
using scan::scan_rows;

constexpr int block_size = 512;
constexpr int warps = block_size / 32;
constexpr int rows = 10;  // of 32 packs: the part of a warp
template <typename T>
constexpr std::size_t part_size = rows * 32 * Pack<T>::size;
template <typename T>
constexpr std::size_t tile_size = std::size_t{warps} * part_size<T>;

// The place of this thread's first pack; the next ones are 32 packs apart.
template <typename T>
__device__ std::size_t first_of_thread(std::size_t tile) {
  return tile * tile_size<T> + warp_index() * part_size<T> + lane_index() * Pack<T>::size;
}

// Loads the warp's part of a tile and scans it; returns the part's total.
template <typename T>
__device__ T load_and_scan(const T* x, std::size_t n, std::size_t first, Kind kind, Pack<T> (&row)[rows]) {
  for (int r = 0; r < rows; ++r) row[r] = load_pack(x, n, first + r * 32 * Pack<T>::size);
  return scan_rows(row, kind, T{0});
}

template <typename T>
__device__ void write_rows(const Pack<T> (&row)[rows], T before, T* y, std::size_t n, std::size_t first) {
  for (int r = 0; r < rows; ++r) add_and_store(row[r], before, y, n, first + r * 32 * Pack<T>::size);
}

}  // namespace scan_single_pass
