// A warp's work on its part of a tile, in all rungs: it moves the kept elements together, and copies them out.
#pragma once

#include "common/pack.cuh"
#include "common/warp.cuh"

namespace compaction_single_pass {

template <typename Real>
__device__ bool keep(Real v) {
  return v > 0;
}

__device__ inline unsigned byte(unsigned word, int index) {
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
    for (const Real v : row[r].v) in_row += keep(v);
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
    for (const Real v : row[r].v)
      if (keep(v)) *at++ = v;
    to += byte(kept.all[r / 4], r % 4);
  }
}

template <typename Real>
__device__ void copy_part(const Real* part, unsigned total, Real* to) {
#pragma unroll 8
  for (unsigned i = lane_index(); i < total; i += 32) to[i] = part[i];
}

}  // namespace compaction_single_pass
