// The states that the tiles of one launch publish, in device memory. ch15_patterns/look_back/look_back.cuh shows how
// kernels use them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/owners.h"

// The states of a tile, with the names of Merrill and Garland (2016, "Single-pass Parallel Prefix Scan with Decoupled
// Look-back").
enum class TileState : std::uint32_t {
  invalid,    // nothing is published yet
  aggregate,  // the tile's own total
  prefix      // the total of the tile and of all tiles before it
};

// What a kernel gets. A value takes one or two words of 64 bits, each of which holds
//   bits 63 to 34   the launch's tag: what an earlier launch left counts as invalid, so nothing has to be cleared
//   bits 33, 32     the state
//   bits 31 to 0    the value, or half of one of 64 bits
// tag has its two lowest bits clear, so tag + state is the upper half. State and value share a word so that a single
// store writes both (ch15_patterns/look_back/look_back.cuh says what that spares).
struct TileStates {
  std::uint64_t* words;
  unsigned* ticket;  // the next tile; 0 at the start of every launch, and left so
  std::uint32_t tag;
};

// For one launch after the other, in one stream. Not for graphs, which would repeat a launch with an old tag.
class TileStateMemory {
 public:
  // For launches of at most this many tiles.
  explicit TileStateMemory(std::size_t tiles) : words_(2 * tiles), ticket_(1) {
    words_.fill_bytes(0);
    ticket_.fill_bytes(0);
  }

  std::size_t tiles() const { return words_.size() / 2; }

  // For the next launch. After 2^30 launches tags start again, and only then the words are cleared.
  TileStates next_launch() {
    tag_ += 4;  // room for the states
    if (tag_ == 0) {
      words_.fill_bytes(0);
      tag_ = 4;
    }
    return {words_.data(), ticket_.data(), tag_};
  }

 private:
  DeviceBuffer<std::uint64_t> words_;
  DeviceBuffer<unsigned> ticket_;
  std::uint32_t tag_ = 0;
};

// The tiles of the ring (ch15_patterns/look_back/ring.cuh).
namespace tile_ring {

inline constexpr int workers = 20;  // warps that work on tiles; each has a part of its own in every tile
inline constexpr int rows = 7;      // of a part: 32 packs each, one per lane, so that no two lanes meet in a bank
inline constexpr int stages = 3;    // tiles in shared memory: one is written, one is worked on, one is being copied

// The elements of a tile, if an element has this many bytes.
constexpr std::size_t tile_elements(std::size_t bytes) {
  return std::size_t{workers} * rows * 32 * 16 / bytes;
}

}  // namespace tile_ring
