// Scan in a single pass: tiles that look back at their predecessors, and a ring of tiles in flight.
//
// Three launches read x twice. One launch can do with a single read if a block learns the sum before its tile from
// other blocks that run at the same time; board.h and notes.h say how they talk.
#include "ch15_patterns/scan_single_pass/scan_single_pass.h"

#include <algorithm>

#include "ch15_patterns/scan_single_pass/notes.h"
#include "ch15_patterns/scan_single_pass/ring.h"
#include "common/check.h"
#include "common/device.h"
#include "common/launch.h"

namespace scan_single_pass {

using tile_ring::Quad;

constexpr int block_size = 512;
constexpr int warps = block_size / 32;
constexpr int rows = 10;  // of 32 quads: the part of a warp
template <typename T>
constexpr std::size_t part_size = rows * 32 * Quad<T>::size;
template <typename T>
constexpr std::size_t tile_size = std::size_t{warps} * part_size<T>;

std::size_t board_tiles(std::size_t n) {
  return n / std::min(tile_size<double>, tile_ring::tile_size<double>) + 1;  // doubles have the smallest tiles
}

template <typename T>
void check_arguments(const T* x, std::size_t n, const T* y, const Board& board) {
  if ((reinterpret_cast<std::uintptr_t>(x) | reinterpret_cast<std::uintptr_t>(y)) % 16 != 0)
    throw std::invalid_argument("single-pass scan: x and y must lie at multiples of 16 bytes");
  if (board.tiles() < board_tiles(n)) throw std::length_error("single-pass scan: the board is too small");
}

// Scans rows of a warp, each 32 quads, one a lane. All sums start from before; returns the sum of everything. First the
// elements of each quad, then the quads of each row by shuffles: rows do not wait for each other until the end.
template <int count, typename T>
__device__ T scan_rows(Quad<T> (&row)[count], Kind kind, T before) {
  constexpr int last = Quad<T>::size - 1;
  const int lane = threadIdx.x % 32;
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
      const T left = __shfl_up_sync(0xffffffff, sum[r], distance);
      if (lane >= distance) sum[r] += left;
    }
  }
#pragma unroll
  for (int r = 0; r < count; ++r) {
    const T left = __shfl_up_sync(0xffffffff, sum[r], 1);
    const T start = before + (lane > 0 ? left : T{0});
    for (int e = last; e >= 0; --e) {
      const T inside = kind == Kind::inclusive ? row[r].v[e] : e > 0 ? row[r].v[e - 1] : T{0};
      row[r].v[e] = start + inside;
    }
    before += __shfl_sync(0xffffffff, sum[r], 31);
  }
  return before;
}

// The quad that begins with element i; zeros stand for what lies behind the end.
template <typename T>
__device__ Quad<T> load(const T* x, std::size_t n, std::size_t i) {
  if (i + Quad<T>::size <= n) return *reinterpret_cast<const Quad<T>*>(x + i);
  Quad<T> quad;
  for (int e = 0; e < Quad<T>::size; ++e) quad.v[e] = i + e < n ? x[i + e] : T{0};
  return quad;
}

// Adds before to the quad and writes it, past the caches: nobody reads it again soon.
template <typename T>
__device__ void add_and_store(Quad<T> quad, T before, T* y, std::size_t n, std::size_t i) {
  for (int e = 0; e < Quad<T>::size; ++e) quad.v[e] += before;
  if (i + Quad<T>::size <= n) {
    __stcs(reinterpret_cast<int4*>(y + i), *reinterpret_cast<const int4*>(&quad));
  } else {
    for (int e = 0; e < Quad<T>::size && i + e < n; ++e) y[i + e] = quad.v[e];
  }
}

// ---- Rung 1. Decoupled look-back: every block posts its tile's total at once, then reads back until it meets a tile
// that knows the sum of all before it. It waits for totals only, hardly ever for another block's whole look-back.
template <typename T>
__global__ void look_back_kernel(const T* x, std::size_t n, Kind kind, T* y, Notes notes) {
  __shared__ T warp_total[warps], before_tile;
  const std::size_t tile = next_tile(notes);
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const std::size_t first = tile * tile_size<T> + warp * part_size<T> + lane * Quad<T>::size;

  Quad<T> row[rows];
  for (int r = 0; r < rows; ++r) row[r] = load(x, n, first + r * 32 * Quad<T>::size);
  const T total = scan_rows(row, kind, T{0});
  if (lane == 0) warp_total[warp] = total;
  __syncthreads();

  if (warp == 0) {
    const T before = look_back(notes, tile, sum_warp(lane < warps ? warp_total[lane] : T{0}));
    if (lane == 0) before_tile = before;
  }
  __syncthreads();

  T before = before_tile;
  for (int w = 0; w < warp; ++w) before += warp_total[w];
  for (int r = 0; r < rows; ++r) add_and_store(row[r], before, y, n, first + r * 32 * Quad<T>::size);
}

template <typename T>
void look_back(const T* x, std::size_t n, Kind kind, T* y, Board& board) {
  check_arguments(x, n, y, board);
  if (n == 0) return;
  look_back_kernel<<<blocks_for(n, tile_size<T>), block_size>>>(x, n, kind, y, board.next_launch());
  check(cudaGetLastError());
}

// ---- Rung 2. Blocks that stay: while a tile is put, the next one is scanned already and the one after it is on its
// way from memory, so no block ever waits for memory, and totals are posted a round before anybody needs them.
template <typename T>
struct RingScan {
  using Element = T;
  using Total = T;
  using Sum = T;
  Kind kind;
  T* y;
  std::size_t n;

  template <typename Post>
  __device__ void take(Quad<T>* part, const Post& post) const {
    constexpr int at_once = 6;  // rows in registers: enough shuffles under way to hide their latency
    const int lane = threadIdx.x % 32;
    T total = 0;
    for (int first = 0; first < tile_ring::rows; first += at_once) {
      Quad<T> row[at_once];
      for (int r = 0; r < at_once; ++r) row[r] = part[(first + r) * 32 + lane];
      total = scan_rows(row, kind, total);
      for (int r = 0; r < at_once; ++r) part[(first + r) * 32 + lane] = row[r];
    }
    post(total);
  }

  __device__ void put(const Quad<T>* part, std::size_t first, T before, T) const {
    for (int i = threadIdx.x % 32; i < tile_ring::rows * 32; i += 32)
      add_and_store(part[i], before, y, n, first + i * Quad<T>::size);
  }

  __device__ void finish(T) const {}
};

template <typename T>
__global__ void __launch_bounds__(tile_ring::threads, 1)
    ring_kernel(const T* x, std::size_t n, Kind kind, T* y, Notes notes) {
  tile_ring::pass(x, n, notes, RingScan<T>{kind, y, n});
}

template <typename T>
void ring(const T* x, std::size_t n, Kind kind, T* y, Board& board) {
  check_arguments(x, n, y, board);
  if (n == 0) return;
  constexpr int shared = sizeof(tile_ring::Memory<T, T, T>);
  static_assert(shared <= ring_bytes);
  check(cudaFuncSetAttribute(ring_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int blocks = std::min(multiprocessors(), blocks_for(n, tile_ring::tile_size<T>));
  Notes notes = board.next_launch();
  void* arguments[] = {&x, &n, &kind, &y, &notes};
  check(cudaLaunchCooperativeKernel(ring_kernel<T>, blocks, tile_ring::threads, arguments, shared, nullptr));
}

template void look_back(const unsigned*, std::size_t, Kind, unsigned*, Board&);
template void look_back(const float*, std::size_t, Kind, float*, Board&);
template void look_back(const double*, std::size_t, Kind, double*, Board&);
template void ring(const unsigned*, std::size_t, Kind, unsigned*, Board&);
template void ring(const float*, std::size_t, Kind, float*, Board&);
template void ring(const double*, std::size_t, Kind, double*, Board&);

}  // namespace scan_single_pass
