// The requirements of common/ring_scan.cuh, for headers that host code includes.
#pragma once

#include <cstddef>

#include "common/check.h"

namespace tile_ring {

inline constexpr int workers = 20;  // warps that work on tiles; each has a part of its own in every tile
inline constexpr int rows = 7;      // of a part: 32 packs each, one per lane, so that no two lanes meet in a bank
inline constexpr int stages = 3;    // tiles in shared memory: one is written, one is worked on, one is being copied

// The elements of a tile, if an element has this many bytes.
constexpr std::size_t tile_elements(std::size_t bytes) {
  return std::size_t{workers} * rows * 32 * 16 / bytes;
}

}  // namespace tile_ring

namespace scan {

inline constexpr std::size_t ring_bytes = 217 * 1024;  // shared memory of a block
inline constexpr Needs ring_needs = {90, ring_bytes};  // bulk copies, and barriers that wait for them

// The tile states that a scan of n values of up to 8 bytes takes at most.
inline std::size_t ring_tiles(std::size_t n) {
  return n / tile_ring::tile_elements(8) + 1;
}

}  // namespace scan
