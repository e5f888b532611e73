// Compaction in a single pass: tiles that take the next free place, tiles that look back, and a ring of tiles in
// flight.
#include "ch15_patterns/compaction_single_pass/compaction_single_pass.h"

#include <algorithm>
#include <stdexcept>

#include "ch15_patterns/look_back/look_back.cuh"
#include "ch15_patterns/look_back/ring.cuh"
#include "common/check.h"
#include "common/pack.cuh"
#include "common/warp.cuh"

namespace compaction_single_pass {
namespace {

constexpr int block_size = 128;
constexpr int warps = block_size / 32;
constexpr int rows = 12;          // of 32 packs: the part of a warp
constexpr int blocks_per_sm = 7;  // of look_back: as many as floats allow, a limit for doubles
template <typename Real>
constexpr std::size_t part_size = rows * 32 * Pack<Real>::size;
template <typename Real>
constexpr std::size_t tile_size = std::size_t{warps} * part_size<Real>;

// ---- A warp's work on its part of a tile, in all rungs: it moves the kept elements together, and copies them out.
template <typename Real>
__device__ bool keep(Real v) {
  return v > 0;
}

__device__ unsigned byte(unsigned word, int index) {
  return word >> 8 * index & 255;
}

// How many elements are kept in each row of this lane, and in the rows of all lanes before it, and of all lanes. A row
// keeps at most 128 elements, so the counts of four rows share the bytes of a word: five shuffles scan them all.
template <int count>
struct RowCounts {
  static constexpr int words = (count + 3) / 4;
  unsigned before[words], all[words];
};

template <int count, typename Real>
__device__ RowCounts<count> count_rows(const Pack<Real> (&row)[count]) {
  constexpr int words = RowCounts<count>::words;
  const int lane = lane_index();
  unsigned mine[words] = {};
  RowCounts<count> kept;
#pragma unroll
  for (int r = 0; r < count; ++r) {
    unsigned in_row = 0;
    for (const Real v : row[r].part) in_row += keep(v);
    mine[r / 4] |= in_row << 8 * (r % 4);
  }
#pragma unroll
  for (int g = 0; g < words; ++g) kept.before[g] = mine[g];
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
#pragma unroll
    for (int g = 0; g < words; ++g) {
      const unsigned left = __shfl_up_sync(all_lanes, kept.before[g], distance);
      if (lane >= distance) kept.before[g] += left;
    }
  }
#pragma unroll
  for (int g = 0; g < words; ++g) {
    kept.all[g] = __shfl_sync(all_lanes, kept.before[g], 31);
    kept.before[g] -= mine[g];
  }
  return kept;
}

template <int count>
__device__ unsigned total_of(const RowCounts<count>& kept) {
  unsigned total = 0;
  for (int r = 0; r < count; ++r) total += byte(kept.all[r / 4], r % 4);
  return total;
}

// Moves the kept elements of a warp's rows together at `to`, in order. `to` may be where the rows came from.
template <int count, typename Real>
__device__ void compact_rows(const Pack<Real> (&row)[count], const RowCounts<count>& kept, Real* to) {
  __syncwarp();  // every lane holds its rows in registers
#pragma unroll
  for (int r = 0; r < count; ++r) {
    Real* at = to + byte(kept.before[r / 4], r % 4);
    for (const Real v : row[r].part)
      if (keep(v)) *at++ = v;
    to += byte(kept.all[r / 4], r % 4);
  }
}

template <typename Real>
__device__ void copy_part(const Real* part, unsigned total, Real* to) {
#pragma unroll 8
  for (unsigned i = lane_index(); i < total; i += 32) to[i] = part[i];
}

// ---- A block's tile in shared memory: each warp has moved the kept elements of its part together.
template <typename Real>
struct CompactedTile {
  Real part[warps][part_size<Real>];
  unsigned warp_total[warps];
};

template <typename Real>
__device__ void compact_tile(const Real* x, std::size_t n, std::size_t tile, CompactedTile<Real>& compacted) {
  const int lane = lane_index(), warp = warp_index();
  const std::size_t first = tile * tile_size<Real> + warp * part_size<Real> + lane * Pack<Real>::size;
  Pack<Real> row[rows];
  for (int r = 0; r < rows; ++r) row[r] = load_pack(x, n, first + r * 32 * Pack<Real>::size);  // 0 is not kept
  const auto kept = count_rows(row);
  if (lane == 0) compacted.warp_total[warp] = total_of(kept);
  compact_rows(row, kept, compacted.part[warp]);
  __syncthreads();
}

// The tile's total, for all lanes of a warp.
template <typename Real>
__device__ std::size_t tile_total(const CompactedTile<Real>& compacted) {
  return sum_warp(lane_index() < warps ? compacted.warp_total[lane_index()] : 0);
}

// Copies the kept elements to `to`: neighbours in shared memory go to neighbouring addresses.
template <typename Real>
__device__ void copy_tile(const CompactedTile<Real>& compacted, Real* to) {
  const int warp = warp_index();
  for (int w = 0; w < warp; ++w) to += compacted.warp_total[w];
  copy_part(compacted.part[warp], compacted.warp_total[warp], to);
}

template <typename Real>
void check_arguments(const Real* x, std::size_t n, const TileStateMemory& states) {
  if (reinterpret_cast<std::uintptr_t>(x) % 16 != 0)
    throw std::invalid_argument("single-pass compaction: x must lie at a multiple of 16 bytes");
  if (states.tiles() < tiles_for(n)) throw std::length_error("single-pass compaction: too few tile states");
}

// ---- Rung 1. If any order will do, a tile is independent of other tiles: one atomicAdd reserves its places.
template <typename Real>
__global__ void unordered_kernel(const Real* x, Real* kept, std::size_t* count, std::size_t n) {
  __shared__ CompactedTile<Real> compacted;
  __shared__ std::size_t place;
  compact_tile(x, n, blockIdx.x, compacted);

  if (warp_index() == 0) {
    const std::size_t total = tile_total(compacted);
    if (lane_index() == 0)
      place = atomicAdd(reinterpret_cast<unsigned long long*>(count), static_cast<unsigned long long>(total));
  }
  __syncthreads();
  copy_tile(compacted, kept + place);
}

template <typename Real>
void unordered(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStateMemory& states) {
  check_arguments(x, n, states);
  check(cudaMemsetAsync(count, 0, sizeof *count));
  if (n == 0) return;
  unordered_kernel<<<blocks_for(n, tile_size<Real>), block_size>>>(x, kept, count, n);
  check(cudaGetLastError());
}

// ---- Rung 2. Same tile, except that its place is the number of elements kept before it.
template <typename Real>
__global__ void __launch_bounds__(block_size, blocks_per_sm)
    look_back_kernel(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStates states) {
  __shared__ CompactedTile<Real> compacted;
  __shared__ std::size_t place;
  const std::size_t tile = next_tile(states);
  compact_tile(x, n, tile, compacted);

  if (warp_index() == 0) {
    const std::size_t total = tile_total(compacted), before = ::look_back(states, tile, total);
    if (lane_index() == 0) place = before;
    if (lane_index() == 0 && tile == gridDim.x - 1) *count = before + total;
  }
  __syncthreads();
  copy_tile(compacted, kept + place);
}

template <typename Real>
void look_back(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStateMemory& states) {
  check_arguments(x, n, states);
  if (n == 0) {
    check(cudaMemsetAsync(count, 0, sizeof *count));
    return;
  }
  look_back_kernel<<<blocks_for(n, tile_size<Real>), block_size>>>(x, kept, count, n, states.next_launch());
  check(cudaGetLastError());
}

// ---- Rung 3. The scan's ring, except that a part is compacted in place in its stage. Its count is published before
// that; when the place is known, only the copy remains.
template <typename Real>
__global__ void __launch_bounds__(tile_ring::threads, 1)
    ring_kernel(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStates states) {
  tile_ring::pass_over<Real, unsigned, std::size_t>(
      x, n, states, count,
      [&](Pack<Real>* part, const auto& leave_total) {
        Pack<Real> row[tile_ring::rows];
#pragma unroll
        for (int r = 0; r < tile_ring::rows; ++r) row[r] = part[r * 32 + lane_index()];
        const auto counts = count_rows(row);
        leave_total(total_of(counts));
        compact_rows(row, counts, reinterpret_cast<Real*>(part));
      },
      [&](const Pack<Real>* part, std::size_t, std::size_t before, unsigned total) {
        copy_part(reinterpret_cast<const Real*>(part), total, kept + before);
      });
}

template <typename Real>
void ring(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStateMemory& states) {
  check_arguments(x, n, states);
  if (n == 0) {
    check(cudaMemsetAsync(count, 0, sizeof *count));
    return;
  }
  constexpr int shared = sizeof(tile_ring::Memory<Real, unsigned, std::size_t>);
  static_assert(shared <= ring_bytes);
  check(cudaFuncSetAttribute(ring_kernel<Real>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
  const int blocks = std::min(multiprocessors(), blocks_for(n, tile_ring::tile_size<Real>));
  TileStates for_launch = states.next_launch();
  void* arguments[] = {&x, &kept, &count, &n, &for_launch};
  check(cudaLaunchCooperativeKernel(ring_kernel<Real>, blocks, tile_ring::threads, arguments, shared, nullptr));
}

}  // namespace

std::size_t tiles_for(std::size_t n) {
  return n / std::min(tile_size<double>, tile_ring::tile_size<double>) + 1;  // doubles have the smallest tiles
}

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {"unordered", unordered<Real>, {}, false},     // one atomic per tile
      {"look_back", look_back<Real>, {}, true},      // a look-back per tile
      {"ring", ring<Real>, {90, ring_bytes}, true},  // tiles in flight
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace compaction_single_pass
