// Partition: keys go to the bucket of their digit, in no particular order within it. This is sufficient for the first
// pass of a sort of keys, and for any pass that starts from the most significant digit; and if the order need not be
// kept, a key's place costs only one atomic addition in shared memory.
#pragma once

#include <cstddef>

#include "ch15_patterns/radix/plan.cuh"
#include "common/ptx.h"
#include "common/warp.cuh"

namespace radix {

// The input: n consecutive keys or, if sizes is given, segments of sizes[s] keys that start capacity keys apart.
struct Source {
  const Key* keys;
  std::size_t n;
  const unsigned* sizes;
  unsigned capacity;
};
inline constexpr int segments = 128;

// The output. bounded: bucket b has room for capacity keys from b * capacity on, next[b] counts the keys in it, and
// *failed is set if there are more. Otherwise next[b] is the index in keys of the bucket's next key.
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

// The first pass over keys alone, by their lowest digit.
using UnorderedPass = PartitionShape<digit_bits, 1024, 32, 1, false>;

// Avoids bank conflicts between keys that are 512 apart.
__device__ inline unsigned spread(unsigned place) {
  return place ^ (place >> 9 & 31);
}

// A block's static shared memory; the counts in the dynamic one become cursors. Every lane counts separately.
template <typename Shape, typename Word>
struct PartitionMemory {
  Word shift_of[Shape::buckets];   // from a place in the tile to one in memory
  unsigned total[Shape::buckets];  // keys of the tile, by bucket
  unsigned first_tile[segments + 1], next_tile;
  bool too_many;

  __device__ static Key* stage() {  // [tile]: the tile, bucket after bucket
    extern __shared__ uint4 partition_shared[];
    return reinterpret_cast<Key*>(partition_shared);
  }
  using Row = unsigned[32];
  __device__ static Row* count() { return reinterpret_cast<Row*>(stage() + Shape::tile); }  // [buckets][lane]
  __device__ static Row* cursor() { return count(); }  // the same words: the place in the tile of a lane's next key
};

template <typename Shape>
__device__ __forceinline__ void clear_counts(unsigned (*count)[32]) {
  auto* fours = reinterpret_cast<uint4*>(count);
  for (int i = threadIdx.x; i < Shape::buckets * 8; i += Shape::threads) fours[i] = make_uint4(0, 0, 0, 0);
}

// The number of the first tile of each segment; the last entry is the number of all tiles.
template <int tile>
__device__ void number_tiles(const unsigned* sizes, unsigned (&first_tile)[segments + 1]) {
  if (threadIdx.x < 32) {
    unsigned before = 0;
    for (int s = threadIdx.x; s < segments; s += 32) {
      const unsigned inclusive = scan_warp((sizes[s] + tile - 1) / tile);
      first_tile[s + 1] = before + inclusive;
      before += __shfl_sync(all_lanes, inclusive, 31);
    }
    if (threadIdx.x == 0) first_tile[0] = 0;
  }
  __syncthreads();
}

struct TilePlace {
  unsigned segment, size;
  const Key* from;
};

template <int tile>
__device__ __forceinline__ TilePlace find_tile(const Source& source, const unsigned* first_tile, unsigned number) {
  TilePlace place = {0, 0, source.keys + std::size_t{number} * tile};
  std::size_t left = source.n - std::size_t{number} * tile;
  if (source.sizes) {
    unsigned end = segments;
    while (end - place.segment > 1) {  // its segment is the last one that does not start after it
      const unsigned middle = (place.segment + end) / 2;
      (first_tile[middle] <= number ? place.segment : end) = middle;
    }
    const unsigned before = (number - first_tile[place.segment]) * tile;
    place.from = source.keys + std::size_t{place.segment} * source.capacity + before;
    left = source.sizes[place.segment] - before;
  }
  place.size = left < tile ? static_cast<unsigned>(left) : tile;
  return place;
}

// ---- Load.
template <typename Shape>
__device__ __forceinline__ void load_tile(const TilePlace& place, Key (&key)[Shape::items]) {
  constexpr int threads = Shape::threads, items = Shape::items;
  const unsigned t = threadIdx.x;
  if (place.size == Shape::tile) {
#pragma unroll
    for (int i = 0; i < items; i += 4) {
      const uint4 four = __ldcs(reinterpret_cast<const uint4*>(place.from) + i / 4 * threads + t);
      key[i] = four.x, key[i + 1] = four.y, key[i + 2] = four.z, key[i + 3] = four.w;
    }
  } else {
#pragma unroll
    for (int i = 0; i < items; ++i) key[i] = i * threads + t < place.size ? place.from[i * threads + t] : 0;
  }
}

template <typename Shape, typename Use>
__device__ __forceinline__ void for_each_key(const Key (&key)[Shape::items], unsigned size, const Use& use) {
  if (size == Shape::tile) {  // a full tile needs no checks
#pragma unroll
    for (int i = 0; i < Shape::items; ++i) use(key[i]);
  } else {
#pragma unroll
    for (int i = 0; i < Shape::items; ++i)
      if (i * Shape::threads + threadIdx.x < size) use(key[i]);
  }
}

// ---- Reserve: each warp handles some rows of counts, and each lane the bucket of one row. Counts become sums over the
// lanes before. The lane reserves places in its bucket, and the result arrives while the cursors are computed.
template <typename Word>
struct Reserved {
  unsigned count;  // keys of the lane's bucket
  Word room;       // the places: relative to the bucket's start if buckets are bounded
};

template <typename Shape, typename Word>
__device__ __forceinline__ Reserved<Word> reserve(PartitionMemory<Shape, Word>& memory, const Buckets<Word>& buckets,
                                                  unsigned segment) {
  const int lane = lane_index(), first_row = warp_index() * Shape::rows;
  Reserved<Word> mine = {0, 0};
#pragma unroll
  for (int r = 0; r < Shape::rows; ++r) {
    unsigned* row = memory.count()[first_row + r];
    const unsigned count = row[lane], inclusive = scan_warp(count);
    row[lane] = inclusive - count;
    const unsigned sum = __shfl_sync(all_lanes, inclusive, 31);
    if (lane == r) memory.total[first_row + r] = mine.count = sum;
  }
  if (mine.count > 0)
    mine.room = add(&buckets.next[std::size_t{segment} * Shape::buckets + first_row + lane], Word{mine.count});
  return mine;
}

// ---- Place: cursors of the lanes in the tile, and from there to memory.
template <typename Shape, typename Word>
__device__ __forceinline__ void place_buckets(PartitionMemory<Shape, Word>& memory, const Buckets<Word>& buckets,
                                              unsigned segment, const Reserved<Word>& mine) {
  const int lane = lane_index(), first_row = warp_index() * Shape::rows;
  unsigned start = 0;  // of the row's bucket in the tile
  for (int b = lane; b < first_row; b += 32) start += memory.total[b];
  start = sum_of_warp(start);
#pragma unroll
  for (int r = 0; r < Shape::rows; ++r) {
    const int bucket = first_row + r;
    memory.cursor()[bucket][lane] += start;
    if (lane == r) {
      Word to = mine.room;
      if constexpr (Shape::bounded) {
        if (mine.room + mine.count > buckets.capacity) {
          memory.too_many = true;
          store_relaxed(buckets.failed, 1);  // other blocks read it meanwhile
        }
        to += (Word{segment} * Shape::buckets + bucket) * buckets.capacity;
      }
      memory.shift_of[bucket] = to - start;  // may wrap around
    }
    start += memory.total[bucket];
  }
}

// ---- Write: the tile is sorted by buckets in shared memory, so neighbours go to neighbouring addresses.
template <typename Shape, typename Word, typename Digit>
__device__ __forceinline__ void write_tile(const PartitionMemory<Shape, Word>& memory, const Buckets<Word>& buckets,
                                           unsigned size, const Digit& digit) {
  const auto write = [&](unsigned i) {
    const Key key = memory.stage()[spread(i)];
    buckets.keys[memory.shift_of[digit(key)] + i] = key;
  };
  if (size == Shape::tile) {
#pragma unroll 4
    for (int i = 0; i < Shape::items; ++i) write(i * Shape::threads + threadIdx.x);
  } else {
    for (unsigned i = threadIdx.x; i < size; i += Shape::threads) write(i);
  }
}

// Called by all blocks of a persistent grid; *ticket is the next tile. digit: (key >> shift) % buckets.
template <typename Shape, typename Word>
__device__ void partition(Source source, Buckets<Word> buckets, int shift, unsigned* ticket) {
  __shared__ PartitionMemory<Shape, Word> memory;
  const auto digit = [&](Key key) { return key >> shift & (Shape::buckets - 1); };
  std::size_t tiles = (source.n + Shape::tile - 1) / Shape::tile;
  if (source.sizes) {
    number_tiles<Shape::tile>(source.sizes, memory.first_tile);
    tiles = memory.first_tile[segments];
  }
  if (threadIdx.x == 0) {
    memory.next_tile = atomicAdd(ticket, 1u);
    memory.too_many = false;
  }
  clear_counts<Shape>(memory.count());
  __syncthreads();

  Key key[Shape::items];
  TilePlace place = {0, 0, nullptr};
  unsigned tile = memory.next_tile;
  const auto load = [&] {
    place = find_tile<Shape::tile>(source, memory.first_tile, tile);
    load_tile<Shape>(place, key);
  };
  if (tile < tiles) load();
  __syncthreads();
  while (tile < tiles) {
    if (threadIdx.x == 0) memory.next_tile = atomicAdd(ticket, 1u);
    const int lane = lane_index();
    for_each_key<Shape>(key, place.size, [&](Key k) { atomicAdd(&memory.count()[digit(k)][lane], 1u); });
    __syncthreads();
    const Reserved<Word> mine = reserve(memory, buckets, place.segment);
    __syncthreads();
    place_buckets(memory, buckets, place.segment, mine);
    __syncthreads();
    tile = memory.next_tile;
    if (Shape::bounded && memory.too_many) return;

    for_each_key<Shape>(key, place.size,
                        [&](Key k) { memory.stage()[spread(atomicAdd(&memory.cursor()[digit(k)][lane], 1u))] = k; });
    __syncthreads();
    const unsigned held = place.size;
    clear_counts<Shape>(memory.count());
    if (tile < tiles) load();  // in flight while the tile before it is written
    write_tile(memory, buckets, held, digit);
    __syncthreads();
  }
}

}  // namespace radix
