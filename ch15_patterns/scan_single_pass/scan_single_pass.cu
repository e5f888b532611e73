// Scan in a single pass: tiles that get the sum before them from other tiles, and a ring of tiles in flight.
//
// Three launches read x twice. One launch can read it once if a block gets the sum before its tile from blocks that run
// at the same time. common/tile_states.h defines what a tile publishes, common/look_back.cuh how it is read.
#include "ch15_patterns/scan_single_pass/scan_single_pass.h"

#include <algorithm>
#include <stdexcept>

#include "ch15_patterns/scan_single_pass/tile.cuh"
#include "common/check.h"
#include "common/look_back.cuh"
#include "common/ring.cuh"

namespace scan_single_pass {

std::size_t tiles_for(std::size_t n) {
  return n / std::min(tile_size<double>, tile_ring::tile_size<double>) + 1;  // doubles have the smallest tiles
}

// ---- Rung 1. A chain: a tile waits for the prefix of the tile before it, adds its own total, and publishes the sum.
// Only one tile at a time makes progress.
template <typename T>
__device__ T wait_for_tile_before(const TileStates& states, std::size_t tile, T total) {
  T before = 0;
  if (lane_index() == 0) {
    if (tile > 0) wait_for(states, tile - 1, before);
    publish(states, tile, TileState::prefix, before + total);
  }
  return before;
}

template <typename T>
__global__ void chained_kernel(const T* x, T* y, std::size_t n, Kind kind, TileStates states) {
  __shared__ T warp_total[warps], before_tile;
  const std::size_t tile = next_tile(states), first = first_of_thread<T>(tile);
  const int lane = lane_index(), warp = warp_index();

  Pack<T> row[rows];
  const T total = load_and_scan(x, n, first, kind, row);
  if (lane == 0) warp_total[warp] = total;
  __syncthreads();

  if (warp == 0) {
    const T before = wait_for_tile_before(states, tile, sum_warp(lane < warps ? warp_total[lane] : T{0}));
    if (lane == 0) before_tile = before;
  }
  __syncthreads();

  T before = before_tile;
  for (int w = 0; w < warp; ++w) before += warp_total[w];
  write_rows(row, before, y, n, first);
}

template <typename T>
void chained(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states) {
  check_arguments(x, y, n, states);
  if (n == 0) return;
  chained_kernel<<<blocks_for(n, tile_size<T>), block_size>>>(x, y, n, kind, states.next_launch());
  check(cudaGetLastError());
}

// ---- Rung 2. Same kernel, except that a tile publishes its own total at once, and one thread adds up the totals of
// the tiles before it, back to the nearest one that has published its prefix. So tiles wait for totals, not for a chain
// of sums.
template <typename T>
__device__ T look_back_by_thread(const TileStates& states, std::size_t tile, T total) {
  T before = 0;
  if (lane_index() == 0) {
    publish(states, tile, tile == 0 ? TileState::prefix : TileState::aggregate, total);
    TileState state = TileState::aggregate;
    for (std::size_t other = tile; other > 0 && state != TileState::prefix; --other) {
      T value = 0;
      state = wait_for(states, other - 1, value);
      before += value;
    }
    if (tile > 0) publish(states, tile, TileState::prefix, before + total);
  }
  return before;
}

template <typename T>
__global__ void thread_look_back_kernel(const T* x, T* y, std::size_t n, Kind kind, TileStates states) {
  __shared__ T warp_total[warps], before_tile;
  const std::size_t tile = next_tile(states), first = first_of_thread<T>(tile);
  const int lane = lane_index(), warp = warp_index();

  Pack<T> row[rows];
  const T total = load_and_scan(x, n, first, kind, row);
  if (lane == 0) warp_total[warp] = total;
  __syncthreads();

  if (warp == 0) {
    const T before = look_back_by_thread(states, tile, sum_warp(lane < warps ? warp_total[lane] : T{0}));
    if (lane == 0) before_tile = before;
  }
  __syncthreads();

  T before = before_tile;
  for (int w = 0; w < warp; ++w) before += warp_total[w];
  write_rows(row, before, y, n, first);
}

template <typename T>
void thread_look_back(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states) {
  check_arguments(x, y, n, states);
  if (n == 0) return;
  thread_look_back_kernel<<<blocks_for(n, tile_size<T>), block_size>>>(x, y, n, kind, states.next_launch());
  check(cudaGetLastError());
}

// ---- Rung 3. Same kernel, except that the lanes of a warp read 32 tiles at a time (look_back,
// common/look_back.cuh).
template <typename T>
__global__ void look_back_kernel(const T* x, T* y, std::size_t n, Kind kind, TileStates states) {
  __shared__ T warp_total[warps], before_tile;
  const std::size_t tile = next_tile(states), first = first_of_thread<T>(tile);
  const int lane = lane_index(), warp = warp_index();

  Pack<T> row[rows];
  const T total = load_and_scan(x, n, first, kind, row);
  if (lane == 0) warp_total[warp] = total;
  __syncthreads();

  if (warp == 0) {
    const T before = ::look_back(states, tile, sum_warp(lane < warps ? warp_total[lane] : T{0}));
    if (lane == 0) before_tile = before;
  }
  __syncthreads();

  T before = before_tile;
  for (int w = 0; w < warp; ++w) before += warp_total[w];
  write_rows(row, before, y, n, first);
}

template <typename T>
void look_back(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states) {
  check_arguments(x, y, n, states);
  if (n == 0) return;
  look_back_kernel<<<blocks_for(n, tile_size<T>), block_size>>>(x, y, n, kind, states.next_launch());
  check(cudaGetLastError());
}

template void chained(const unsigned*, unsigned*, std::size_t, Kind, TileStateMemory&);
template void chained(const float*, float*, std::size_t, Kind, TileStateMemory&);
template void chained(const double*, double*, std::size_t, Kind, TileStateMemory&);
template void thread_look_back(const unsigned*, unsigned*, std::size_t, Kind, TileStateMemory&);
template void thread_look_back(const float*, float*, std::size_t, Kind, TileStateMemory&);
template void thread_look_back(const double*, double*, std::size_t, Kind, TileStateMemory&);
template void look_back(const unsigned*, unsigned*, std::size_t, Kind, TileStateMemory&);
template void look_back(const float*, float*, std::size_t, Kind, TileStateMemory&);
template void look_back(const double*, double*, std::size_t, Kind, TileStateMemory&);

}  // namespace scan_single_pass
