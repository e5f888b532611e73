// What a warp does with its part of a tile, in all rungs: it moves together what is kept, and copies that out.
#pragma once

#include "ch15_patterns/scan_single_pass/ring.h"

namespace compaction_single_pass {

using scan_single_pass::tile_ring::Quad;

template <typename Real>
__device__ bool keep(Real v) {
  return v > 0;
}

__device__ inline unsigned byte(unsigned word, int index) {
  return word >> 8 * index & 255;
}

// Moves what is kept of a warp's rows together at `to`, in order, and calls post(how many) before it does so. A row
// keeps at most 128 elements, so the counts of four rows share the bytes of a word: five shuffles rank them all.
template <int count, typename Real, typename Post>
__device__ void compact_rows(const Quad<Real> (&row)[count], Real* to, const Post& post) {
  static_assert(count % 4 == 0);
  const int lane = threadIdx.x % 32;
  unsigned mine[count / 4] = {}, left[count / 4], all[count / 4], total = 0;
#pragma unroll
  for (int r = 0; r < count; ++r) {
    unsigned kept = 0;
    for (const Real v : row[r].v) kept += keep(v);
    mine[r / 4] |= kept << 8 * (r % 4);
  }
#pragma unroll
  for (int g = 0; g < count / 4; ++g) left[g] = mine[g];
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
#pragma unroll
    for (int g = 0; g < count / 4; ++g) {
      const unsigned before = __shfl_up_sync(0xffffffff, left[g], distance);
      if (lane >= distance) left[g] += before;
    }
  }
#pragma unroll
  for (int g = 0; g < count / 4; ++g) {
    all[g] = __shfl_sync(0xffffffff, left[g], 31);
    left[g] -= mine[g];
    for (int r = 0; r < 4; ++r) total += byte(all[g], r);
  }

  post(total);
  __syncwarp();  // every lane holds its rows in registers: `to` may be where they came from

#pragma unroll
  for (int r = 0; r < count; ++r) {
    Real* at = to + byte(left[r / 4], r % 4);
    for (const Real v : row[r].v)
      if (keep(v)) *at++ = v;
    to += byte(all[r / 4], r % 4);
  }
}

template <typename Real>
__device__ void copy_part(const Real* part, unsigned total, Real* to) {
#pragma unroll 8
  for (unsigned i = threadIdx.x % 32; i < total; i += 32) to[i] = part[i];
}

}  // namespace compaction_single_pass
