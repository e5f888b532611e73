// Scan in a single pass: tiles that get the sum before them from other tiles, and a ring of tiles in flight.
//
// Three launches read x twice. One launch can read it once if a block gets the sum before its tile from blocks that run
// at the same time. tile_states.h in ch15_patterns/look_back/ defines what a tile publishes, look_back.cuh how it is
// read, and ring.cuh the ring.
#include "ch15_patterns/scan_single_pass/scan_single_pass.h"

#include <algorithm>
#include <stdexcept>

#include "ch15_patterns/look_back/look_back.cuh"
#include "ch15_patterns/look_back/ring.cuh"
#include "common/check.h"
#include "common/pack.cuh"
#include "common/warp.cuh"

namespace scan_single_pass {
namespace {

// ---- A block's tile in registers: loading, scanning and writing it. All rungs but the ring use it.
constexpr int block_size = 512;
constexpr int warps = block_size / 32;
constexpr int rows = 10;  // of 32 packs: the part of a warp
template <typename T>
constexpr std::size_t part_size = rows * 32 * Pack<T>::size;
template <typename T>
constexpr std::size_t tile_size = std::size_t{warps} * part_size<T>;

// Scans rows of a warp, each 32 packs, one per lane. All sums start from before; returns the total. First the elements
// of each pack, then the packs of each row by shuffles: rows are independent until the end.
template <int count, typename T>
__device__ T scan_rows(Pack<T> (&row)[count], Kind kind, T before) {
  constexpr int last = Pack<T>::size - 1;
  const int lane = lane_index();
  T sum[count];
#pragma unroll
  for (int r = 0; r < count; ++r) {
    for (int e = 1; e <= last; ++e) row[r].part[e] += row[r].part[e - 1];
    sum[r] = row[r].part[last];
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
      const T inside = kind == Kind::inclusive ? row[r].part[e] : e > 0 ? row[r].part[e - 1] : T{0};
      row[r].part[e] = start + inside;
    }
    before += __shfl_sync(all_lanes, sum[r], 31);
  }
  return before;
}

// Adds before to the pack and writes it with a streaming store: it is not read again soon.
template <typename T>
__device__ void add_and_store(Pack<T> pack, T before, T* y) {
  for (int e = 0; e < Pack<T>::size; ++e) pack.part[e] += before;
  __stcs(reinterpret_cast<int4*>(y), *reinterpret_cast<const int4*>(&pack));
}

// The same for the pack that begins with element i, where y has n elements.
template <typename T>
__device__ void add_and_store(Pack<T> pack, T before, T* y, std::size_t n, std::size_t i) {
  if (i + Pack<T>::size <= n) {
    add_and_store(pack, before, y + i);
  } else {
    for (int e = 0; e < Pack<T>::size && i + e < n; ++e) y[i + e] = before + pack.part[e];
  }
}

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
// ch15_patterns/look_back/look_back.cuh).
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

// ---- Rung 4. A ring of tiles (ch15_patterns/look_back/ring.cuh): one block per SM, and bulk copies.

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

// Persistent blocks: while a tile is written, the next one is already scanned and the one after it is being copied.
// Totals are published a round before they are needed.
template <typename T>
__global__ void __launch_bounds__(tile_ring::threads, 1)
    ring_kernel(const T* x, T* y, std::size_t n, Kind kind, TileStates states) {
  T* const no_sum_of_all = nullptr;
  tile_ring::pass_over<T, T, T>(
      x, n, states, no_sum_of_all, [&](Pack<T>* part, const auto& leave_total) { leave_total(scan_part(part, kind)); },
      [&](const Pack<T>* part, std::size_t first, T before, T) { add_and_store_part(part, before, y, n, first); });
}

template <typename T>
void launch_ring(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states, cudaStream_t stream) {
  check_arguments(x, y, n, states);
  if (n == 0) return;
  constexpr int shared = sizeof(tile_ring::Memory<T, T, T>);
  static_assert(shared <= ring_needs.shared_bytes && sizeof(T) <= 8);
  check(cudaFuncSetAttribute(ring_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int blocks = std::min(multiprocessors(), blocks_for(n, tile_ring::tile_size<T>));
  TileStates for_launch = states.next_launch();
  void* arguments[] = {&x, &y, &n, &kind, &for_launch};
  check(cudaLaunchCooperativeKernel(ring_kernel<T>, blocks, tile_ring::threads, arguments, shared, stream));
}

template <typename T>
void ring(const T* x, T* y, std::size_t n, Kind kind, TileStateMemory& states) {
  launch_ring(x, y, n, kind, states, nullptr);
}

}  // namespace

std::size_t tiles_for(std::size_t n) {
  return n / std::min(tile_size<double>, tile_ring::tile_size<double>) + 1;  // doubles have the smallest tiles
}

void ring_in(cudaStream_t stream, const unsigned* x, unsigned* y, std::size_t n, Kind kind, TileStateMemory& states) {
  launch_ring(x, y, n, kind, states, stream);
}

template <typename T>
std::span<const Rung<T>> ladder() {
  static constexpr Rung<T> rungs[] = {
      {"chained", chained<T>, one_per_tile, {}, true},                     // a tile waits for the one before
      {"thread_look_back", thread_look_back<T>, one_per_tile, {}, false},  // or adds up what is known
      {"look_back", look_back<T>, six_per_32_tiles, {}, false},            // 32 tiles at a time
      {"ring", ring<T>, two_per_round, ring_needs, true},                  // one block per SM, and bulk copies
  };
  return rungs;
}
template std::span<const Rung<unsigned>> ladder();
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace scan_single_pass
