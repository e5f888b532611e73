// Writing and reading notes in a kernel, and the look-back: how a tile finds the sum of all tiles before it while those
// are still at work.
#pragma once

#include <cstring>

#include "ch15_patterns/scan_single_pass/board.h"
#include "common/ptx.h"

namespace scan_single_pass {

// Words that a value of type T needs: 32 bits of it fit beside a tag. A word is written and read whole, so a value
// whose words carry its tag is complete: no fence is needed.
template <typename T>
constexpr int words_for = sizeof(T) / 4;

template <typename T>
__device__ void write_note(const Notes& notes, std::size_t tile, std::uint32_t tag, T value) {
  std::uint32_t part[words_for<T>];
  memcpy(part, &value, sizeof value);
  for (int w = 0; w < words_for<T>; ++w)
    store_relaxed(notes.words + tile * words_for<T> + w, std::uint64_t{tag} << 32 | part[w]);
}

// Returns the tag, or 0 if the note's words do not belong together (yet).
template <typename T>
__device__ std::uint32_t read_note(const Notes& notes, std::size_t tile, T& value) {
  std::uint32_t part[words_for<T>], tag = 0;
  for (int w = 0; w < words_for<T>; ++w) {
    const std::uint64_t word = load_relaxed(notes.words + tile * words_for<T> + w);
    const auto its_tag = static_cast<std::uint32_t>(word >> 32);
    tag = w == 0 || tag == its_tag ? its_tag : 0;
    part[w] = static_cast<std::uint32_t>(word);
  }
  memcpy(&value, part, sizeof value);
  return tag;
}

// Every lane gets the sum over the warp.
template <typename T>
__device__ T sum_warp(T mine) {
  for (int mask = 16; mask > 0; mask /= 2) mine += __shfl_xor_sync(0xffffffff, mine, mask);
  return mine;
}

// The number of this block's tile. Tiles are handed out in the order in which blocks start, so all earlier tiles belong
// to blocks that are running or done: waiting for them cannot deadlock, whatever order the hardware starts blocks in.
__device__ inline unsigned next_tile(const Notes& notes) {
  __shared__ unsigned tile;
  if (threadIdx.x == 0) {
    tile = atomicAdd(notes.tickets, 1);
    if (tile == gridDim.x - 1) *notes.tickets = 0;  // the last ticket: nobody else asks in this launch
  }
  __syncthreads();
  return tile;
}

// Called by one warp: posts the tile's total, and returns the sum of all tiles before. Each lane waits for one of the
// 32 tiles before; the nearest that already knows all before itself ends the search.
template <typename T>
__device__ T look_back(const Notes& notes, std::size_t tile, T total) {
  const std::size_t lane = threadIdx.x % 32;
  if (lane == 0) write_note(notes, tile, tile == 0 ? notes.tag + 1 : notes.tag, total);

  T before = 0;
  for (std::size_t end = tile; end > 0; end -= end < 32 ? end : 32) {
    T value = 0;
    std::uint32_t tag = notes.tag + 1;  // there is nothing before tile 0
    if (lane < end) do {
        tag = read_note(notes, end - 1 - lane, value);
      } while (tag / 2 != notes.tag / 2);

    const unsigned complete = __ballot_sync(0xffffffff, tag == notes.tag + 1);
    const unsigned nearest = complete == 0 ? 31 : __ffs(static_cast<int>(complete)) - 1;
    before += sum_warp(lane <= nearest ? value : T{0});
    if (complete != 0) break;
  }

  if (lane == 0 && tile > 0) write_note(notes, tile, notes.tag + 1, before + total);
  return before;
}

}  // namespace scan_single_pass
