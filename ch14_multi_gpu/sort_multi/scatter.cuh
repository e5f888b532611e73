// The range of a key, and how a block sends its keys to the place where their range is collected.
#pragma once

#include <cstddef>

#include "ch14_multi_gpu/sort_multi/sort_multi.h"
#include "common/ptx.h"
#include "common/warp.cuh"

namespace sort_multi {

// The keys of range r go to to[r], which is aligned to 128 bytes, on any GPU; *next[r] of them are there already. That
// word may be in another GPU's memory, too.
struct Targets {
  Key* to[most_ranges];
  unsigned long long* next[most_ranges];
};

// The range of a key, for `used` splitters, which stay in registers. Unused ranges are empty: they begin with the
// greatest key, which belongs to the last one used.
template <int most>
struct Ranges {
  Key first[most - 1];
  unsigned used;

  __device__ Ranges(const Key* splitters, unsigned used) : used(used) {
#pragma unroll
    for (unsigned r = 0; r < most - 1; ++r) first[r] = r < used ? splitters[r] : ~Key{0};
  }
  __device__ unsigned of(Key key) const {
    unsigned range = 0;
#pragma unroll
    for (int r = 0; r < most - 1; ++r) range += key >= first[r];
    return min(range, used);
  }
};

// Three blocks per multiprocessor if a few ranges leave registers for them: keys in flight hide the time that memory
// and the other GPUs take to answer. A multiprocessor of compute capability 7.5 has room for two.
struct ScatterShape {
  static constexpr int threads = 512, items = 16, tile = threads * items;
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  static constexpr int few_ranges = 8;
#else
  static constexpr int few_ranges = 0;
#endif
  static constexpr int blocks_per_sm(int ranges) {
    return ranges <= few_ranges ? 3 : 2;
  }
};

// Loads this thread's keys of a tile of `size` keys.
__device__ inline void load_tile(const Key* from, unsigned size, Key (&key)[ScatterShape::items]) {
  constexpr int threads = ScatterShape::threads;
  if (size == ScatterShape::tile) {
#pragma unroll
    for (int i = 0; i < ScatterShape::items; i += 4) {
      const uint4 four = __ldcs(reinterpret_cast<const uint4*>(from) + i / 4 * threads + threadIdx.x);
      key[i] = four.x, key[i + 1] = four.y, key[i + 2] = four.z, key[i + 3] = four.w;
    }
  } else {
#pragma unroll
    for (int i = 0; i < ScatterShape::items; ++i)
      key[i] = i * threads + threadIdx.x < size ? from[i * threads + threadIdx.x] : 0;
  }
}

// Of each key: its range, and how many keys of this range its lane had counted before. In all warps together a lane has
// 256 keys, so both numbers fit into 16 bits, and two keys share a register.
struct Counted {
  static_assert(ScatterShape::items * (ScatterShape::threads / 32) <= 256 && most_ranges <= 256);
  unsigned of_two[ScatterShape::items / 2] = {};

  __device__ void set(int i, unsigned range, unsigned before) { of_two[i / 2] |= (range << 8 | before) << i % 2 * 16; }
  __device__ unsigned range(int i) const { return of_two[i / 2] >> (i % 2 * 16 + 8) & 255; }
  __device__ unsigned before(int i) const { return of_two[i / 2] >> i % 2 * 16 & 255; }
};

template <typename Use>
__device__ __forceinline__ void for_each_key(unsigned size, const Use& use) {
#pragma unroll
  for (int i = 0; i < ScatterShape::items; ++i)
    if (size == ScatterShape::tile || i * ScatterShape::threads + threadIdx.x < size) use(i);
}

// Avoids bank conflicts between keys that are 512 apart.
__device__ inline unsigned spread(unsigned place) {
  return place ^ (place >> 9 & 31);
}

// A tile of keys, sorted by range in shared memory, then stored range by range. Every lane counts separately, as in
// chapter 15's partition: the order is not kept, since the local sort does not need it. Warp r handles range r, and
// reserves places for the block by one addition. A warp stores 128 bytes that are aligned to 128: unaligned pieces
// cross the link as two packets or more. most: a power of two that is not less than the number of ranges.
template <int most>
__global__ __launch_bounds__(ScatterShape::threads,
                             ScatterShape::blocks_per_sm(most)) void scatter_kernel(const Key* keys, std::size_t n,
                                                                                    const Key* splitters, int used,
                                                                                    Targets targets) {
  constexpr int tile = ScatterShape::tile, threads = ScatterShape::threads;
  static_assert(most <= threads / 32, "a warp for each range");
  __shared__ Key stage[tile];
  __shared__ unsigned place[most][32];       // a lane's keys of a range, then the place of its first one in stage
  __shared__ unsigned total[most];           // the block's keys of a range
  __shared__ unsigned long long room[most];  // keys of the range that were there before the block's
  const int warp = warp_index(), lane = lane_index();
  const Ranges<most> ranges(splitters, used);
  for (int i = threadIdx.x; i < most * 32; i += threads) place[i / 32][i % 32] = 0;
  __syncthreads();

  const std::size_t first = std::size_t{blockIdx.x} * tile, left = n - min(n, first);
  const unsigned size = left < tile ? static_cast<unsigned>(left) : tile;
  Key key[ScatterShape::items];
  load_tile(keys + first, size, key);
  Counted counted;
  for_each_key(size, [&](int i) {
    const unsigned range = ranges.of(key[i]);
    counted.set(i, range, atomicAdd(&place[range][lane], 1u));
  });
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

  for_each_key(size, [&](int i) { stage[spread(place[counted.range(i)][lane] + counted.before(i))] = key[i]; });
  if (warp < most && lane == 31) room[warp] = before;
  __syncthreads();

  unsigned start = 0;  // of the range in stage
#pragma unroll
  for (int r = 0; r < most; ++r) {
    const unsigned skip = room[r] % 32, end = skip + total[r];
    Key* const to = targets.to[r] + (room[r] - skip);
    for (unsigned i = threadIdx.x; i < end; i += threads)
      if (i >= skip) to[i] = stage[spread(start + i - skip)];
    start += total[r];
  }
}

}  // namespace sort_multi
