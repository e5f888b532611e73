// The range of a key, and how a block sends its keys to the place where their range is collected.
#pragma once

#include <cstddef>
#include <vector>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/ptx.h"
#include "common/radix/partition.cuh"

namespace sort_multi {

// The kernel's argument. first[r]: the first key of range r + 1. Unused ranges are empty.
struct Ranges {
  Key first[most_ranges - 1];
  int used;  // splitters that are in use
};
// The keys of range r go to to[r], which is aligned to 128 bytes, on any GPU; *next[r] of them are there already. That
// word may be in another GPU's memory, too.
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

// A tile of keys, sorted by range in shared memory, then stored range by range. Every lane counts separately, as in
// common/radix/partition.cuh: the order is not kept, since the local sort does not need it. Warp r handles range r, and
// reserves places for the block by one addition. A warp stores 128 bytes that are aligned to 128: unaligned pieces
// cross the link as two packets or more. most: a power of two that is not less than the number of ranges.
template <int most>
__global__ __launch_bounds__(ScatterShape::threads, 2) void scatter_kernel(const Key* keys, std::size_t n,
                                                                           Ranges ranges, Targets targets) {
  constexpr int tile = ScatterShape::tile, threads = ScatterShape::threads;
  static_assert(most <= threads / 32, "a warp for each range");
  __shared__ Key stage[tile];
  __shared__ unsigned place[most][32];       // a lane's keys of a range, then the place of its next one in stage
  __shared__ unsigned total[most];           // the block's keys of a range
  __shared__ unsigned long long room[most];  // keys of the range that were there before the block's
  const int warp = warp_index(), lane = lane_index();
  for (int i = threadIdx.x; i < most * 32; i += threads) place[i / 32][i % 32] = 0;
  __syncthreads();

  const std::size_t first = std::size_t{blockIdx.x} * tile, left = n - min(n, first);
  const unsigned size = left < tile ? static_cast<unsigned>(left) : tile;
  Key key[ScatterShape::items];
  radix::load_tile<ScatterShape>({0, size, keys + first}, key);
  radix::for_each_key<ScatterShape>(key, size, [&](Key k) { atomicAdd(&place[range_of<most>(ranges, k)][lane], 1u); });
  __syncthreads();

  unsigned long long before = 0;  // needed only at the end: other work hides its round trip
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
