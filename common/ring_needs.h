// What common/ring_scan.cuh asks of a device, for the headers that host code includes.
#pragma once

#include <cstddef>

#include "common/device.h"

namespace scan {

inline constexpr std::size_t ring_bytes = 217 * 1024;  // shared memory of a block
inline constexpr Needs ring_needs = {90, ring_bytes};  // bulk copies, and barriers that wait for them

// The tile states that a scan of n values of up to 8 bytes takes at most: a tile has 9216 doubles.
inline std::size_t ring_tiles(std::size_t n) {
  return n / 9216 + 1;
}

}  // namespace scan
