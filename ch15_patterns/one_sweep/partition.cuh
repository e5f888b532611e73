// Partition: keys go to the bucket of their digit, in no particular order within it. That is all that the first pass of
// a sort of keys has to do, or any pass that starts from the most significant digit; and without an order to keep, a
// key's place costs one atomic addition in shared memory.
#pragma once

#include <cstddef>

#include "ch15_patterns/one_sweep/histogram.cuh"

namespace one_sweep {

// What is read: n keys in a row or, if sizes is given, segments of sizes[s] keys that start capacity keys apart.
struct Source {
  const Key* keys;
  std::size_t n;
  const unsigned* sizes;
  unsigned capacity;
};
inline constexpr int segments = 128;

// Where keys go. bounded: bucket b has room for capacity keys from b * capacity on, next[b] counts those in it, and
// *failed is set if they would be more. Else next[b] is the place in keys of the bucket's next key.
template <typename Word>
struct Buckets {
  Key* keys;
  Word* next;
  unsigned capacity;
  unsigned* failed;
};

template <int bits_, int threads_, int items_, int blocks_per_sm_, bool bounded_>
struct PartitionShape {
  static constexpr int bits = bits_, threads = threads_, items = items_, blocks_per_sm = blocks_per_sm_;
  static constexpr bool bounded = bounded_;
  static constexpr int buckets = 1 << bits, tile = threads * items, rows = buckets / (threads / 32);
  static constexpr std::size_t shared_bytes = std::size_t{tile} * 4 + buckets * 32 * 4;
  static_assert(rows >= 1 && rows <= 32 && items % 4 == 0);
};

// Keys that lie 512 apart would wait for the same bank.
__device__ inline unsigned spread(unsigned place) {
  return place ^ (place >> 9 & 31);
}

__device__ inline unsigned scan_warp(unsigned value) {  // inclusive
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned other = __shfl_up_sync(~0u, value, distance);
    if (threadIdx.x % 32 >= distance) value += other;
  }
  return value;
}

// The number of the first tile of each segment, in shared memory; the last entry is the number of all tiles.
template <int tile>
__device__ void count_tiles(const unsigned* sizes, unsigned (&first_tile)[segments + 1]) {
  if (threadIdx.x < 32) {
    unsigned before = 0;
    for (int s = threadIdx.x; s < segments; s += 32) {
      const unsigned inclusive = scan_warp((sizes[s] + tile - 1) / tile);
      first_tile[s + 1] = before + inclusive;
      before += __shfl_sync(~0u, inclusive, 31);
    }
    if (threadIdx.x == 0) first_tile[0] = 0;
  }
  __syncthreads();
}

// Called by all blocks of a grid that stays on the device; *ticket is the next tile. digit: (key >> shift) % buckets.
template <typename Shape, typename Word>
__device__ void partition(Source source, Buckets<Word> buckets, int shift, unsigned* ticket) {
  constexpr int threads = Shape::threads, items = Shape::items, tile = Shape::tile, rows = Shape::rows;
  extern __shared__ uint4 partition_shared[];
  auto* stage = reinterpret_cast<Key*>(partition_shared);              // [tile]
  auto(*place)[32] = reinterpret_cast<unsigned(*)[32]>(stage + tile);  // [buckets][lane]: counts, then next places
  __shared__ Word shift_of[Shape::buckets];                            // from a place in the tile to one in memory
  __shared__ unsigned total[Shape::buckets], first_tile[segments + 1], shared_tile;
  __shared__ bool too_many;
  const unsigned t = threadIdx.x;
  const int lane = t % 32, first_row = t / 32 * rows;

  std::size_t tiles = (source.n + tile - 1) / tile;
  if (source.sizes) {
    count_tiles<tile>(source.sizes, first_tile);
    tiles = first_tile[segments];
  }
  if (t == 0) {
    shared_tile = atomicAdd(ticket, 1u);
    too_many = false;
  }

  Key key[items];
  unsigned segment = 0, size = 0;  // of this tile
  const auto load = [&](unsigned number) {
    const Key* from = source.keys + std::size_t{number} * tile;
    std::size_t left = source.n - std::size_t{number} * tile;
    if (source.sizes) {
      unsigned end = segments;
      for (segment = 0; end - segment > 1;) {
        const unsigned middle = (segment + end) / 2;
        (first_tile[middle] <= number ? segment : end) = middle;
      }
      const unsigned before = (number - first_tile[segment]) * tile;
      from = source.keys + std::size_t{segment} * source.capacity + before;
      left = source.sizes[segment] - before;
    }
    size = left < tile ? static_cast<unsigned>(left) : tile;
    if (size == tile) {
#pragma unroll
      for (int i = 0; i < items; i += 4) {
        const uint4 four = __ldcs(reinterpret_cast<const uint4*>(from) + i / 4 * threads + t);
        key[i] = four.x, key[i + 1] = four.y, key[i + 2] = four.z, key[i + 3] = four.w;
      }
    } else {
#pragma unroll
      for (int i = 0; i < items; ++i) key[i] = i * threads + t < size ? from[i * threads + t] : 0;
    }
  };
  const auto for_each_key = [&](auto use) {  // a full tile needs no questions
    if (size == tile) {
#pragma unroll
      for (int i = 0; i < items; ++i) use(key[i]);
    } else {
#pragma unroll
      for (int i = 0; i < items; ++i)
        if (i * threads + t < size) use(key[i]);
    }
  };
  const auto digit = [&](Key k) { return k >> shift & (Shape::buckets - 1); };
  const auto clear = [&] {
    auto* fours = reinterpret_cast<uint4*>(place);
    for (int i = t; i < Shape::buckets * 8; i += threads) fours[i] = make_uint4(0, 0, 0, 0);
  };

  clear();
  __syncthreads();
  unsigned number = shared_tile;
  if (number < tiles) load(number);
  __syncthreads();
  while (number < tiles) {
    if (t == 0) shared_tile = atomicAdd(ticket, 1u);
    for_each_key([&](Key k) { atomicAdd(&place[digit(k)][lane], 1u); });
    __syncthreads();

    // A warp looks after some rows of counters, and a lane after the bucket of one row: it asks for room in the bucket,
    // and the answer comes while the counts become places.
    Word room = 0;
    unsigned mine = 0;
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const unsigned count = place[first_row + r][lane], inclusive = scan_warp(count);
      place[first_row + r][lane] = inclusive - count;
      const unsigned sum = __shfl_sync(~0u, inclusive, 31);
      if (lane == r) total[first_row + r] = mine = sum;
    }
    if (mine > 0) room = add(&buckets.next[std::size_t{segment} * Shape::buckets + first_row + lane], Word{mine});
    __syncthreads();
    unsigned start = 0;
    for (int b = lane; b < first_row; b += 32) start += total[b];
    start = sum_of_warp(start);
#pragma unroll
    for (int r = 0; r < rows; ++r) {
      const int bucket = first_row + r;
      place[bucket][lane] += start;
      if (lane == r) {
        Word to = room;
        if constexpr (Shape::bounded) {
          if (room + mine > buckets.capacity) {
            too_many = true;
            store_relaxed(buckets.failed, 1);  // other blocks look at it meanwhile
          }
          to += (Word{segment} * Shape::buckets + bucket) * buckets.capacity;
        }
        shift_of[bucket] = to - start;  // may wrap around
      }
      start += total[bucket];
    }
    __syncthreads();
    const unsigned next = shared_tile;
    if (Shape::bounded && too_many) return;

    for_each_key([&](Key k) { stage[spread(atomicAdd(&place[digit(k)][lane], 1u))] = k; });
    __syncthreads();
    const unsigned held = size;
    clear();
    if (next < tiles) load(next);  // in flight while this tile is written
    const auto write = [&](unsigned i) {
      const Key k = stage[spread(i)];
      buckets.keys[shift_of[digit(k)] + i] = k;
    };
    if (held == tile) {
#pragma unroll 4
      for (int i = 0; i < items; ++i) write(i * threads + t);
    } else {
      for (unsigned i = t; i < held; i += threads) write(i);
    }
    number = next;
    __syncthreads();
  }
}

}  // namespace one_sweep
