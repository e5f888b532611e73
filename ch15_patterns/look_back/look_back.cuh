// Decoupled look-back: how a tile gets the sum of all tiles before it while those are still running. After Merrill and
// Garland (2016, "Single-pass Parallel Prefix Scan with Decoupled Look-back").
#pragma once

#include <cstring>

#include "ch15_patterns/look_back/tile_states.h"
#include "common/ptx.h"
#include "common/warp.cuh"

// Why no fence is needed. If a separate flag showed that the value is there, a reader that sees the flag could still
// read an old value: relaxed accesses to two words have no order, so the writer would need a release and the reader an
// acquire. Here the state and the value share one aligned word of 64 bits, which one store writes and one load reads.
// In PTX's memory model such a load takes its value from a single store: it sees the state and the value of that store,
// or neither. A reader uses nothing else that the writer wrote, so no other memory need be ordered. A value of two
// words is two such stores; in one launch a tile publishes each state once, so words with the same tag and state match.

// Words that a value of type T needs: 32 bits of it fit beside the tag and the state.
template <typename T>
constexpr int words_for = sizeof(T) / 4;

// The tag and state of tiles in this state.
__device__ inline std::uint32_t tag_with(const TileStates& states, TileState state) {
  return states.tag + static_cast<std::uint32_t>(state);
}

// One thread publishes a tile's value to all blocks.
template <typename T>
__device__ void publish(const TileStates& states, std::size_t tile, TileState state, T value) {
  std::uint32_t part[words_for<T>];
  memcpy(part, &value, sizeof value);
  const std::uint32_t upper = tag_with(states, state);
  for (int w = 0; w < words_for<T>; ++w)
    store_relaxed(states.words + tile * words_for<T> + w, std::uint64_t{upper} << 32 | part[w]);
}

// Reads a tile's value and returns its tag and state: tag_with() of this launch if the value is valid; 0 if its words
// do not belong together (yet).
template <typename T>
__device__ std::uint32_t read_tile(const TileStates& states, std::size_t tile, T& value) {
  std::uint32_t part[words_for<T>], upper = 0;
  for (int w = 0; w < words_for<T>; ++w) {
    const std::uint64_t word = load_relaxed(states.words + tile * words_for<T> + w);
    const auto its_upper = static_cast<std::uint32_t>(word >> 32);
    upper = w == 0 || upper == its_upper ? its_upper : 0;
    part[w] = static_cast<std::uint32_t>(word);
  }
  memcpy(&value, part, sizeof value);
  return upper;
}

// Returns the tile's state, and its value if that is not invalid.
template <typename T>
__device__ TileState inspect(const TileStates& states, std::size_t tile, T& value) {
  const auto state = static_cast<TileState>(read_tile(states, tile, value) - states.tag);
  return state == TileState::aggregate || state == TileState::prefix ? state : TileState::invalid;
}

// Waits until the tile's state is no longer invalid.
template <typename T>
__device__ TileState wait_for(const TileStates& states, std::size_t tile, T& value) {
  TileState state;
  do {
    state = inspect(states, tile, value);
  } while (state == TileState::invalid);
  return state;
}

// The number of this block's tile. Tiles are assigned in the order in which blocks start, so all earlier tiles belong
// to blocks that are running or done: waiting for them cannot deadlock, in whatever order the hardware starts blocks.
__device__ inline unsigned next_tile(const TileStates& states) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) {
    tile = atomicAdd(states.ticket, 1);
    if (tile == gridDim.x - 1) *states.ticket = 0;  // the last ticket: no other block takes one in this launch
  }
  __syncthreads();
  return tile;
}

// Called by one warp: publishes the tile's total, and returns the sum of all tiles before it. Each lane waits for one
// of the 32 tiles before; the nearest one with a prefix ends the search.
template <typename T>
__device__ T look_back(const TileStates& states, std::size_t tile, T total) {
  const std::size_t lane = lane_index();
  if (lane == 0) publish(states, tile, tile == 0 ? TileState::prefix : TileState::aggregate, total);

  T before = 0;
  for (std::size_t end = tile; end > 0; end -= end < 32 ? end : 32) {
    T value = 0;
    TileState state = TileState::prefix;  // there is nothing before tile 0
    if (lane < end) state = wait_for(states, end - 1 - lane, value);

    const unsigned prefixes = __ballot_sync(all_lanes, state == TileState::prefix);
    const unsigned nearest = prefixes == 0 ? 31 : __ffs(static_cast<int>(prefixes)) - 1;
    before += sum_warp(lane <= nearest ? value : T{0});
    if (prefixes != 0) break;
  }

  if (lane == 0 && tile > 0) publish(states, tile, TileState::prefix, before + total);
  return before;
}
