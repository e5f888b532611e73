// One tile of a stable pass: its keys move to the places of their digits and keep their order. A pass in one sweep:
// Adinets and Merrill (2022, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs").
#pragma once

#include <algorithm>
#include <cstddef>

#include "ch15_patterns/radix/plan.cuh"
#include "common/ptx.h"
#include "common/warp.cuh"

namespace radix {

template <int threads_, int items_, int blocks_per_sm_, bool pairs_>
struct TileShape {
  static constexpr int threads = threads_, items = items_, blocks_per_sm = blocks_per_sm_;
  static constexpr bool pairs = pairs_;
  static constexpr int warps = threads / 32, size = threads * items;
  static constexpr int counters = 2 * warps * digits;  // words: counts and masks; the values take their place
  static constexpr int front = pairs ? std::max(counters, size) : counters;
  static constexpr std::size_t shared_bytes = sizeof(Key) * (std::size_t{front} + size);
  static_assert(threads >= digits, "thread d looks after digit d");
  static_assert(size <= 1 << 16, "a place in the tile takes half a word");
};

using KeyTile = TileShape<512, 28, 2, false>;
using PairTile = TileShape<448, 24, 2, true>;

// The top bits of a published count are its state. Neither bit: invalid, not published yet. State and count share a
// word, so a relaxed load sees both or neither, and no fence is needed (ch15_patterns/look_back/look_back.cuh explains
// why).
template <typename Word>
constexpr Word is_aggregate = Word{1} << (8 * sizeof(Word) - 2);  // the count of one tile
template <typename Word>
constexpr Word is_prefix = Word{1} << (8 * sizeof(Word) - 1);  // the count of all tiles up to that one

// The dynamic shared memory of a block: a union, for what a step leaves behind makes room for the next.
//   words               count, publish   rank     place values, scatter
//   warps * digits      count            cursor   values
//   warps * digits      (mask, clear)    mask     values, continued
//   threads * items                      keys     keys
// count turns into cursor where it lies: the sum of the counts before is the first place. Between ranking and values
// stands a barrier (place_values). With separate arrays, two blocks of pairs would not fit into the 228 KB of an SM.
template <typename Shape>
struct TileMemory {
  using Row = unsigned[digits];
  Row* count;     // [warps]: the number of keys of a digit in a warp
  Row* cursor;    // [warps], the same words: the place in the tile of the warp's next key of a digit
  Row* mask;      // [warps]: the lanes whose keys have the digit
  Value* values;  // [size], reusing the memory of those
  Key* keys;      // [size]: the sorted tile
  __device__ explicit TileMemory(uint4* all)
      : count(reinterpret_cast<Row*>(all)),
        cursor(count),
        mask(count + Shape::warps),
        values(reinterpret_cast<Value*>(all)),
        keys(reinterpret_cast<Key*>(all) + Shape::front) {}
};

// The index of a tile, and of this thread's first key in it: a warp has 32 * items consecutive keys, and a lane every
// 32nd of them.
template <typename Shape>
struct TileOfKeys {
  unsigned number, size;
  __device__ std::size_t first() const { return std::size_t{number} * Shape::size; }
  __device__ unsigned mine() const { return (threadIdx.x & ~31u) * Shape::items + threadIdx.x % 32; }
  __device__ bool full() const { return size == Shape::size; }
};

// ---- Load: the thread's items, and a substitute for each that is missing in the last tile.
template <typename Shape, typename T>
__device__ __forceinline__ void load(const TileOfKeys<Shape>& tile, const T* from, T stand_in,
                                     T (&item)[Shape::items]) {
  const T* mine = from + tile.first() + tile.mine();
  if (tile.full()) {
#pragma unroll
    for (int i = 0; i < Shape::items; ++i) item[i] = mine[32 * i];
  } else {
#pragma unroll
    for (int i = 0; i < Shape::items; ++i) item[i] = tile.mine() + 32 * i < tile.size ? mine[32 * i] : stand_in;
  }
}

// ---- Count: every warp counts the digits of its keys.
template <typename Shape>
__device__ __forceinline__ void count_digits(const Key (&key)[Shape::items], int pass,
                                             const TileMemory<Shape>& memory) {
#pragma unroll
  for (int i = 0; i < Shape::items; ++i) atomicAdd(&memory.count[warp_index()][digit_of(key[i], pass)], 1u);
}

// ---- Publish: thread d adds up the warps' counts of digit d, each of which becomes the sum of those before it, and
// publishes the tile's count before anything else, since other tiles wait for it. Returns the count.
template <typename Shape, typename Word>
__device__ __forceinline__ unsigned publish_count(const TileOfKeys<Shape>& tile, const TileMemory<Shape>& memory,
                                                  Word* published) {
  const unsigned digit = threadIdx.x;
  unsigned count = 0;
#pragma unroll
  for (int w = 0; w < Shape::warps; ++w) {
    const unsigned of_warp = memory.count[w][digit];
    memory.count[w][digit] = count;
    count += of_warp;
  }
  if (digit == digits - 1) count -= Shape::size - tile.size;  // the substitutes
  store_relaxed(published, count | (tile.number == 0 ? is_prefix<Word> : is_aggregate<Word>));
  return count;
}

// The places of the thread's items in the sorted tile, kept for values only.
template <typename Shape>
struct Places {
  unsigned place[Shape::pairs ? Shape::items : 1] = {};
  __device__ void set(int i, unsigned of_item) {
    if constexpr (Shape::pairs) place[i] = of_item;
  }
  __device__ unsigned operator[](int i) const { return place[i]; }
};

// ---- Rank: the lanes with the same digit are found by a mask, and the last of them reserves places for all. Then the
// keys are sorted in shared memory: neighbours there go to neighbouring addresses.
template <typename Shape>
__device__ __forceinline__ void rank_keys(const Key (&key)[Shape::items], int pass, const TileMemory<Shape>& memory,
                                          Places<Shape>& places) {
  const int lane = lane_index(), warp = warp_index();
#pragma unroll
  for (int i = 0; i < Shape::items; ++i) {
    const unsigned digit = digit_of(key[i], pass);
    atomicOr(&memory.mask[warp][digit], 1u << lane);
    __syncwarp();
    const unsigned lanes = memory.mask[warp][digit];
    const int last = 31 - __clz(lanes);
    const unsigned rank = __popc(lanes & lanes_before());
    __syncwarp();  // all have read the mask
    unsigned first_place = 0;
    if (lane == last) {
      first_place = atomicAdd(&memory.cursor[warp][digit], rank + 1);
      memory.mask[warp][digit] = 0;
    }
    const unsigned place = __shfl_sync(all_lanes, first_place, last) + rank;
    memory.keys[place] = key[i];
    places.set(i, place);
    __syncwarp();  // the mask is clear before the next key's
  }
}

// Same if all keys have one digit: they are already in place, and 32 additions to one word are slow.
template <typename Shape>
__device__ __forceinline__ void keep_in_place(const Key (&key)[Shape::items], unsigned mine,
                                              const TileMemory<Shape>& memory, Places<Shape>& places) {
#pragma unroll
  for (int i = 0; i < Shape::items; ++i) {
    memory.keys[mine + 32 * i] = key[i];
    places.set(i, mine + 32 * i);
  }
}

// Values follow their keys into shared memory. They are loaded only here because the keys' registers are free now.
template <typename Shape>
__device__ __forceinline__ void place_values(const TileOfKeys<Shape>& tile, const Value* from,
                                             const TileMemory<Shape>& memory, const Places<Shape>& places) {
  Value value[Shape::items];
  load(tile, from, Value{0}, value);
  __syncthreads();  // counts and masks are no longer needed
#pragma unroll
  for (int i = 0; i < Shape::items; ++i) memory.values[places[i]] = value[i];
}

// ---- Look back: the sum of a digit's counts in all tiles before this one, back to the nearest tile with a prefix.
// Tiles are numbered in the order in which they start, so earlier tiles are running and will publish.
template <typename Word>
__device__ Word count_before(const Word* of_digit, unsigned tile) {
  Word sum = 0;
  while (tile > 0) {
    Word word = load_relaxed(&of_digit[std::size_t{--tile} * digits]);
    while (word == 0) word = load_relaxed(&of_digit[std::size_t{tile} * digits]);
    sum += word & (is_aggregate<Word> - 1);
    if (word & is_prefix<Word>) break;
  }
  return sum;
}

// ---- Scatter: the sorted tile goes to memory. shift_of: from a place in the tile to one in memory, by digit.
template <typename Shape, typename Word>
__device__ __forceinline__ void scatter(const TileOfKeys<Shape>& tile, const TileMemory<Shape>& memory, int pass,
                                        const Word* shift_of, const Route& way) {
  const auto write = [&](unsigned j) {
    const Key key = memory.keys[j];
    const Word target = shift_of[digit_of(key, pass)] + j;
    way.to[target] = key;
    if constexpr (Shape::pairs) way.to_values[target] = memory.values[j];
  };
  if (tile.full()) {
#pragma unroll
    for (int i = 0; i < Shape::items; ++i) write(i * Shape::threads + threadIdx.x);
  } else {
    for (unsigned j = threadIdx.x; j < tile.size; j += Shape::threads) write(j);
  }
}

// Takes the next tile of the pass; returns false if there was none. look_back: a row of digits for each tile.
template <typename Shape, typename Word>
__device__ __forceinline__ bool move_tile(const Route& way, std::size_t n, int pass, Plan<Word>* plan,
                                          Word* look_back) {
  extern __shared__ uint4 tile_shared[];
  __shared__ Word shift_of[digits];
  __shared__ unsigned of_warp[digits / 32], shared_tile;
  const TileMemory<Shape> memory(tile_shared);
  const unsigned t = threadIdx.x;
  const int lane = lane_index(), warp = warp_index();

  if (t == 0) shared_tile = atomicAdd(&plan->ticket[pass], 1u);
  for (int i = t; i < Shape::counters / 4; i += Shape::threads) tile_shared[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  const unsigned number = shared_tile;
  const std::size_t first = std::size_t{number} * Shape::size;
  if (first >= n) return false;
  const unsigned size = n - first < Shape::size ? static_cast<unsigned>(n - first) : Shape::size;
  const TileOfKeys<Shape> tile = {number, size};
  Word* published = look_back + std::size_t{number} * digits + t;

  Key key[Shape::items];
  load(tile, way.from, ~Key{0}, key);  // the largest key replaces missing ones: it is last and stays last
  count_digits(key, pass, memory);
  __syncthreads();
  unsigned count = 0, start = 0;  // of digit t: its keys in this tile, and the place of the first
  if (t < digits) {
    count = publish_count(tile, memory, published);
    start = scan_warp(count) - count;
    if (lane == 31) of_warp[warp] = start + count;
  }
  const bool one_digit = __syncthreads_or(count == Shape::size);
  if (t < digits) {
    for (int w = 0; w < warp; ++w) start += of_warp[w];
#pragma unroll
    for (int w = 0; w < Shape::warps; ++w) memory.cursor[w][t] += start;
  }
  __syncthreads();

  Places<Shape> places;
  one_digit ? keep_in_place(key, tile.mine(), memory, places) : rank_keys(key, pass, memory, places);
  if constexpr (Shape::pairs) place_values(tile, way.from_values, memory, places);
  if (t < digits) {
    const Word before = count_before(look_back + t, number);
    if (number > 0) store_relaxed(published, (before + count) | is_prefix<Word>);
    shift_of[t] = plan->starts[pass][t] + before - start;  // may wrap around
  }
  __syncthreads();
  scatter(tile, memory, pass, shift_of, way);
  return true;
}

}  // namespace radix
