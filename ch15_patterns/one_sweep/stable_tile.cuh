// One tile of a stable pass: its keys move to the places of their digits, in the order in which they stand.
#pragma once

#include <algorithm>
#include <cstddef>

#include "ch15_patterns/one_sweep/histogram.cuh"
#include "ch15_patterns/one_sweep/partition.cuh"
#include "common/ptx.h"

namespace one_sweep {

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

// The top bits of a published count: it is of one tile, or of all tiles up to that one. Neither: not there yet.
template <typename Word>
constexpr Word of_tile = Word{1} << (8 * sizeof(Word) - 2);
template <typename Word>
constexpr Word of_all = Word{1} << (8 * sizeof(Word) - 1);

// Decoupled look-back: the sum of a digit's counts in all tiles before this one, back to the nearest tile that knows
// it. Tiles are numbered in the order in which they start, so those before are under way and will answer.
template <typename Word>
__device__ Word count_before(const Word* of_digit, unsigned tile) {
  Word sum = 0;
  while (tile > 0) {
    Word word = load_relaxed(&of_digit[std::size_t{--tile} * digits]);
    while (word == 0) word = load_relaxed(&of_digit[std::size_t{tile} * digits]);
    sum += word & (of_tile<Word> - 1);
    if (word & of_all<Word>) break;
  }
  return sum;
}

// Takes the next tile of the pass; returns false if there was none. look_back: a row of digits for each tile. A warp
// owns a stretch of the tile and a lane every 32nd key of it, as in radix_sort.
template <typename Shape, typename Word>
__device__ __forceinline__ bool move_tile(const Route& way, std::size_t n, int pass, Plan<Word>* plan,
                                          Word* look_back) {
  constexpr int threads = Shape::threads, warps = Shape::warps, items = Shape::items, tile_size = Shape::size;
  extern __shared__ uint4 tile_shared[];
  auto(*next)[digits] = reinterpret_cast<unsigned(*)[digits]>(tile_shared);  // [warps]: counts, then places in the tile
  auto(*mask)[digits] = next + warps;                                        // [warps]: lanes with the digit
  auto* stage_values = reinterpret_cast<Value*>(tile_shared);                // [tile_size]: when those have served
  auto* stage = reinterpret_cast<Key*>(tile_shared) + Shape::front;          // [tile_size]: the sorted tile
  __shared__ Word shift_of[digits];  // from a place in the tile to one in memory
  __shared__ unsigned of_warp[digits / 32], shared_tile;
  const unsigned t = threadIdx.x;
  const int lane = t % 32, warp = t / 32;

  if (t == 0) shared_tile = atomicAdd(&plan->ticket[pass], 1u);
  for (int i = t; i < Shape::counters / 4; i += threads) tile_shared[i] = make_uint4(0, 0, 0, 0);
  __syncthreads();
  const unsigned tile = shared_tile;
  const std::size_t first = std::size_t{tile} * tile_size;
  if (first >= n) return false;
  const unsigned size = n - first < tile_size ? static_cast<unsigned>(n - first) : tile_size;
  const unsigned mine = warp * 32 * items + lane;
  Word* of_digit = look_back + std::size_t{tile} * digits + t;

  // Count the tile's digits and publish them, before anything else: others wait for them.
  Key key[items];
  if (size == tile_size) {
#pragma unroll
    for (int i = 0; i < items; ++i) key[i] = way.from[first + mine + 32 * i];
  } else {  // the last key of all stands in for missing ones: it is last and stays last
#pragma unroll
    for (int i = 0; i < items; ++i) key[i] = mine + 32 * i < size ? way.from[first + mine + 32 * i] : ~Key{0};
  }
#pragma unroll
  for (int i = 0; i < items; ++i) atomicAdd(&next[warp][digit_of(key[i], pass)], 1u);
  __syncthreads();
  unsigned count = 0, start = 0;  // of digit t in this tile
  if (t < digits) {
#pragma unroll
    for (int w = 0; w < warps; ++w) {
      const unsigned of_this = next[w][t];
      next[w][t] = count;
      count += of_this;
    }
    if (t == digits - 1) count -= tile_size - size;  // the stand-ins
    store_relaxed(of_digit, count | (tile == 0 ? of_all<Word> : of_tile<Word>));
    start = scan_warp(count) - count;
    if (lane == 31) of_warp[warp] = start + count;
  }
  const bool one_digit = __syncthreads_or(count == tile_size);
  if (t < digits) {
    for (int w = 0; w < warp; ++w) start += of_warp[w];
#pragma unroll
    for (int w = 0; w < warps; ++w) next[w][t] += start;
  }
  __syncthreads();

  // The tile is sorted in shared memory: neighbours there go to neighbouring addresses.
  unsigned place_of[Shape::pairs ? (items + 1) / 2 : 1] = {};  // for the values: two in a word, for registers are few
  const auto put = [&](int i, unsigned place) {
    stage[place] = key[i];
    if constexpr (Shape::pairs) place_of[i / 2] |= place << i % 2 * 16;
  };

  // Rank: the lanes with the same digit find each other in a mask, and the last of them reserves places for all.
  if (one_digit) {  // in place already, and 32 additions to one word are slow
#pragma unroll
    for (int i = 0; i < items; ++i) put(i, mine + 32 * i);
  } else {
#pragma unroll
    for (int i = 0; i < items; ++i) {
      const unsigned digit = digit_of(key[i], pass);
      atomicOr(&mask[warp][digit], 1u << lane);
      __syncwarp();
      const unsigned lanes = mask[warp][digit];
      const int last = 31 - __clz(lanes);
      const unsigned rank = __popc(lanes & ((1u << lane) - 1));
      __syncwarp();  // all have read the mask
      unsigned first_place = 0;
      if (lane == last) {
        first_place = atomicAdd(&next[warp][digit], rank + 1);
        mask[warp][digit] = 0;
      }
      put(i, __shfl_sync(~0u, first_place, last) + rank);
      __syncwarp();  // the mask is clear before the next key's
    }
  }

  if constexpr (Shape::pairs) {
    Value value[items];  // loaded as late as this: the keys' registers are free now
    if (size == tile_size) {
#pragma unroll
      for (int i = 0; i < items; ++i) value[i] = way.from_values[first + mine + 32 * i];
    } else {
#pragma unroll
      for (int i = 0; i < items; ++i) value[i] = mine + 32 * i < size ? way.from_values[first + mine + 32 * i] : 0;
    }
    __syncthreads();  // counts and masks have served
#pragma unroll
    for (int i = 0; i < items; ++i) stage_values[place_of[i / 2] >> i % 2 * 16 & 0xFFFF] = value[i];
  }
  if (t < digits) {
    const Word before = count_before(look_back + t, tile);
    if (tile > 0) store_relaxed(of_digit, (before + count) | of_all<Word>);
    shift_of[t] = plan->starts[pass][t] + before - start;  // may wrap around
  }
  __syncthreads();
  const auto write = [&](unsigned j) {
    const Key sorted = stage[j];
    const Word target = shift_of[digit_of(sorted, pass)] + j;
    way.to[target] = sorted;
    if constexpr (Shape::pairs) way.to_values[target] = stage_values[j];
  };
  if (size == tile_size) {
#pragma unroll
    for (int i = 0; i < items; ++i) write(i * threads + t);
  } else {
    for (unsigned j = t; j < size; j += threads) write(j);
  }
  return true;
}

}  // namespace one_sweep
