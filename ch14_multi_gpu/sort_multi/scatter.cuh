// Which range a key belongs to, and how a block sends its keys to where their ranges are collected.
#pragma once

#include <cstddef>
#include <vector>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/ptx.h"
#include "common/radix/partition.cuh"

namespace sort_multi {

// What the kernel gets. first[r]: the first key of range r + 1. Ranges that are not in use are empty.
struct Ranges {
  Key first[most_ranges - 1];
  int used;  // splitters that are in use
};
// The keys of range r go to to[r], which begins at a multiple of 128 bytes, on whichever GPU; *next[r] of them are
// there already. That word may be in another GPU's memory, too.
struct Targets {
  Key* to[most_ranges];
  unsigned long long* next[most_ranges];
};

inline Ranges ranges_of(const std::vector<Key>& splitters) {
  Ranges ranges{{}, static_cast<int>(splitters.size())};
  for (std::size_t r = 0; r < splitters.size(); ++r) ranges.first[r] = splitters[r];
  return ranges;
}

template <int most>
__device__ inline int range_of(const Ranges& ranges, Key key) {
  int range = 0;
#pragma unroll
  for (int r = 0; r < most - 1; ++r) range += r < ranges.used && key >= ranges.first[r];
  return range;
}

struct ScatterShape {
  static constexpr int threads = 512, items = 12, tile = threads * items;
};

// A tile of keys, sorted by range in shared memory, then stored range by range. Every lane counts for itself, as in
// common/radix/partition.cuh: no order is kept, for the local sort needs none. Warp r looks after range r, and reserves
// room for the block by one addition. A warp stores 128 bytes that begin at a multiple of 128: in pieces that do not,
// they cross the link as two packets or more. most: a power of two that is not less than the number of ranges.
template <int most>
__global__ __launch_bounds__(ScatterShape::threads, 2) void scatter_kernel(const Key* keys, std::size_t n,
                                                                           Ranges ranges, Targets targets) {
  constexpr int tile = ScatterShape::tile, threads = ScatterShape::threads;
  static_assert(most <= threads / 32, "a warp for each range");
  __shared__ Key stage[tile];
  __shared__ unsigned place[most][32];       // a lane's keys of a range, then where its next one goes in stage
  __shared__ unsigned total[most];           // the block's keys of a range
  __shared__ unsigned long long room[most];  // keys of the range that are there before the block's
  const int warp = warp_index(), lane = lane_index();
  for (int i = threadIdx.x; i < most * 32; i += threads) place[i / 32][i % 32] = 0;
  __syncthreads();

  const std::size_t first = std::size_t{blockIdx.x} * tile, left = n - min(n, first);
  const unsigned size = left < tile ? static_cast<unsigned>(left) : tile;
  Key key[ScatterShape::items];
  radix::load_tile<ScatterShape>({0, size, keys + first}, key);
  radix::for_each_key<ScatterShape>(key, size, [&](Key k) { atomicAdd(&place[range_of<most>(ranges, k)][lane], 1u); });
  __syncthreads();

  unsigned long long before = 0;  // needed at the end only: on the way there and back other things are done
  if (warp < most) {
    const unsigned count = place[warp][lane], inclusive = scan_warp(count);
    place[warp][lane] = inclusive - count;
    if (lane == 31) {
      total[warp] = inclusive;
      if (inclusive > 0) before = atomicAdd_system(targets.next[warp], static_cast<unsigned long long>(inclusive));
    }
  }
  __syncthreads();
  if (warp < most) place[warp][lane] += sum_of_warp(lane < warp ? total[lane] : 0);
  __syncthreads();

  radix::for_each_key<ScatterShape>(
      key, size, [&](Key k) { stage[radix::spread(atomicAdd(&place[range_of<most>(ranges, k)][lane], 1u))] = k; });
  if (warp < most && lane == 31) room[warp] = before;
  __syncthreads();

  unsigned start = 0;  // of the range in stage
#pragma unroll
  for (int r = 0; r < most; ++r) {
    const unsigned skip = room[r] % 32, end = skip + total[r];
    Key* const to = targets.to[r] + (room[r] - skip);
    for (unsigned i = threadIdx.x; i < end; i += threads)
      if (i >= skip) to[i] = stage[radix::spread(start + i - skip)];
    start += total[r];
  }
}

}  // namespace sort_multi
