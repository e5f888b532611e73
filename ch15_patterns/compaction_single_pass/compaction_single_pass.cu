// Compaction in a single pass: tiles that take the next free place, tiles that look back, and a ring of tiles in
// flight.
#include "ch15_patterns/compaction_single_pass/compaction_single_pass.h"

#include <algorithm>
#include <stdexcept>

#include "ch15_patterns/compaction_single_pass/compact_rows.cuh"
#include "ch15_patterns/scan_single_pass/notes.h"
#include "ch15_patterns/scan_single_pass/ring.h"
#include "common/check.h"
#include "common/device.h"
#include "common/launch.h"

namespace compaction_single_pass {

namespace tile_ring = scan_single_pass::tile_ring;
using scan_single_pass::Notes;

constexpr int block_size = 128;
constexpr int warps = block_size / 32;
constexpr int rows = 12;  // of 32 quads: the part of a warp
template <typename Real>
constexpr std::size_t part_size = rows * 32 * Quad<Real>::size;
template <typename Real>
constexpr std::size_t tile_size = std::size_t{warps} * part_size<Real>;

std::size_t board_tiles(std::size_t n) {
  return n / std::min(tile_size<double>, tile_ring::tile_size<double>) + 1;  // doubles have the smallest tiles
}

// A block compacts its tile in shared memory, so that what it writes lies together. Where that goes is asked of the
// notes if the order counts; if not, of one counter for all blocks.
template <bool in_order, typename Real>
__device__ void compact_tile(const Real* x, std::size_t n, Real* kept, std::size_t* count, const Notes& notes) {
  __shared__ Real part[warps][part_size<Real>];
  __shared__ unsigned warp_total[warps];
  __shared__ std::size_t place;
  const std::size_t tile = in_order ? next_tile(notes) : blockIdx.x;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

  Quad<Real> row[rows];
  for (int r = 0; r < rows; ++r) {
    const std::size_t i = tile * tile_size<Real> + warp * part_size<Real> + (r * 32 + lane) * Quad<Real>::size;
    if (i + Quad<Real>::size <= n) {
      row[r] = *reinterpret_cast<const Quad<Real>*>(x + i);
    } else {
      for (int e = 0; e < Quad<Real>::size; ++e) row[r].v[e] = i + e < n ? x[i + e] : Real{0};  // 0 is not kept
    }
  }
  compact_rows(row, part[warp], [&](unsigned total) {
    if (lane == 0) warp_total[warp] = total;
  });
  __syncthreads();

  if (warp == 0) {
    const std::size_t total = scan_single_pass::sum_warp(lane < warps ? warp_total[lane] : 0);
    if constexpr (in_order) {
      const std::size_t before = scan_single_pass::look_back(notes, tile, total);
      if (lane == 0) place = before;
      if (lane == 0 && tile == gridDim.x - 1) *count = before + total;
    } else if (lane == 0) {
      place = atomicAdd(reinterpret_cast<unsigned long long*>(count), static_cast<unsigned long long>(total));
    }
  }
  __syncthreads();

  Real* to = kept + place;
  for (int w = 0; w < warp; ++w) to += warp_total[w];
  copy_part(part[warp], warp_total[warp], to);
}

template <typename Real>
void check_arguments(const Real* x, std::size_t n, const Board& board) {
  if (reinterpret_cast<std::uintptr_t>(x) % 16 != 0)
    throw std::invalid_argument("single-pass compaction: x must lie at a multiple of 16 bytes");
  if (board.tiles() < board_tiles(n)) throw std::length_error("single-pass compaction: the board is too small");
}

// ---- Rung 1. If any order will do, a tile needs nothing from other tiles: one atomicAdd reserves its place.
template <typename Real>
__global__ void unordered_kernel(const Real* x, std::size_t n, Real* kept, std::size_t* count) {
  compact_tile<false>(x, n, kept, count, {});
}

template <typename Real>
void unordered(const Real* x, std::size_t n, Real* kept, std::size_t* count, Board& board) {
  check_arguments(x, n, board);
  check(cudaMemsetAsync(count, 0, sizeof *count));
  if (n == 0) return;
  unordered_kernel<<<blocks_for(n, tile_size<Real>), block_size>>>(x, n, kept, count);
  check(cudaGetLastError());
}

// ---- Rung 2. Same tile, except that its place is the number of elements kept before it.
template <typename Real>
__global__ void look_back_kernel(const Real* x, std::size_t n, Real* kept, std::size_t* count, Notes notes) {
  compact_tile<true>(x, n, kept, count, notes);
}

template <typename Real>
void look_back(const Real* x, std::size_t n, Real* kept, std::size_t* count, Board& board) {
  check_arguments(x, n, board);
  if (n == 0) {
    check(cudaMemsetAsync(count, 0, sizeof *count));
    return;
  }
  look_back_kernel<<<blocks_for(n, tile_size<Real>), block_size>>>(x, n, kept, count, board.next_launch());
  check(cudaGetLastError());
}

// ---- Rung 3. The scan's ring, except that a part is compacted where it lies in its stage. Its count is posted even
// before that; when the place is known, all that is left is to copy.
template <typename Real>
struct RingCompaction {
  using Element = Real;
  using Total = unsigned;
  using Sum = std::size_t;
  Real* kept;
  std::size_t* count;

  template <typename Post>
  __device__ void take(Quad<Real>* part, const Post& post) const {
    Quad<Real> row[tile_ring::rows];
#pragma unroll
    for (int r = 0; r < tile_ring::rows; ++r) row[r] = part[r * 32 + threadIdx.x % 32];
    compact_rows(row, reinterpret_cast<Real*>(part), post);
  }

  __device__ void put(const Quad<Real>* part, std::size_t, std::size_t before, unsigned total) const {
    copy_part(reinterpret_cast<const Real*>(part), total, kept + before);
  }

  __device__ void finish(std::size_t all) const {
    *count = all;
  }
};

template <typename Real>
__global__ void __launch_bounds__(tile_ring::threads, 1)
    ring_kernel(const Real* x, std::size_t n, Real* kept, std::size_t* count, Notes notes) {
  tile_ring::pass(x, n, notes, RingCompaction<Real>{kept, count});
}

template <typename Real>
void ring(const Real* x, std::size_t n, Real* kept, std::size_t* count, Board& board) {
  check_arguments(x, n, board);
  if (n == 0) {
    check(cudaMemsetAsync(count, 0, sizeof *count));
    return;
  }
  constexpr int shared = sizeof(tile_ring::Memory<Real, unsigned, std::size_t>);
  static_assert(shared <= scan_single_pass::ring_bytes);
  check(cudaFuncSetAttribute(ring_kernel<Real>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int blocks = std::min(multiprocessors(), blocks_for(n, tile_ring::tile_size<Real>));
  Notes notes = board.next_launch();
  void* arguments[] = {&x, &n, &kept, &count, &notes};
  check(cudaLaunchCooperativeKernel(ring_kernel<Real>, blocks, tile_ring::threads, arguments, shared, nullptr));
}

template void unordered(const float*, std::size_t, float*, std::size_t*, Board&);
template void look_back(const float*, std::size_t, float*, std::size_t*, Board&);
template void ring(const float*, std::size_t, float*, std::size_t*, Board&);
template void unordered(const double*, std::size_t, double*, std::size_t*, Board&);
template void look_back(const double*, std::size_t, double*, std::size_t*, Board&);
template void ring(const double*, std::size_t, double*, std::size_t*, Board&);

}  // namespace compaction_single_pass
