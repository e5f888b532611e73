// One tile of a stable pass: its keys move to the places of their digits, in the order in which they stand.
#pragma once

#include <cstddef>

#include "ch11_warps/one_sweep/histogram.cuh"
#include "ch11_warps/one_sweep/partition.cuh"
#include "common/ptx.h"

namespace one_sweep {

template <int threads_, int items_, int blocks_per_sm_, bool pairs_>
struct TileShape {
  static constexpr int threads = threads_, items = items_, blocks_per_sm = blocks_per_sm_;
  static constexpr bool pairs = pairs_;
  static constexpr int warps = threads / 32, size = threads * items;
  static constexpr std::size_t shared_bytes = std::size_t{size} * (sizeof(Key) + (pairs ? sizeof(Value) : 0));
  static_assert(shared_bytes >= sizeof(unsigned) * 2 * warps * digits, "the stage first holds counts and masks");
  static_assert(threads >= digits, "thread d looks after digit d");
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
  extern __shared__ unsigned tile_shared[];
  auto* stage = tile_shared;                                           // [tile_size]: the sorted tile; before that
  auto(*next)[digits] = reinterpret_cast<unsigned(*)[digits]>(stage);  // [warps]: counts, then places in the tile
  Value* stage_values = stage + tile_size;
  auto(*mask)[digits] = next + warps;  // [warps]: lanes with the digit
  __shared__ Word shift_of[digits];    // from a place in the tile to one in memory
  __shared__ unsigned of_warp[digits / 32], shared_tile;
  const unsigned t = threadIdx.x;
  const int lane = t % 32, warp = t / 32;

  if (t == 0) shared_tile = atomicAdd(&plan->ticket[pass], 1u);
  for (int i = t; i < 2 * warps * digits; i += threads) stage[i] = 0;
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

  // Rank: the lanes with the same digit find each other in a mask, and the last of them reserves places for all.
  unsigned place[items];
  if (one_digit) {  // in place already, and 32 additions to one word are slow
#pragma unroll
    for (int i = 0; i < items; ++i) place[i] = mine + 32 * i;
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
      place[i] = __shfl_sync(~0u, first_place, last) + rank;
      __syncwarp();  // the mask is clear before the next key's
    }
  }
  __syncthreads();

  // Sort the tile in shared memory: neighbours there go to neighbouring addresses.
#pragma unroll
  for (int i = 0; i < items; ++i) stage[place[i]] = key[i];
  if constexpr (Shape::pairs) {
    Value value[items];
#pragma unroll
    for (int i = 0; i < items; ++i) value[i] = mine + 32 * i < size ? way.from_values[first + mine + 32 * i] : 0;
#pragma unroll
    for (int i = 0; i < items; ++i) stage_values[place[i]] = value[i];
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
