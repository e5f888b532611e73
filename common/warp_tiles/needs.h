// The requirements of common/warp_tiles/ring.cuh, for headers that host code includes.
#pragma once

#include <cstddef>

#include "common/check.h"

namespace warp_tiles {

inline constexpr std::size_t ring_bytes = 73 * 1024;   // of shared memory per block: three tiles of a and of b
inline constexpr Needs ring_needs = {80, ring_bytes};  // asynchronous copies

}  // namespace warp_tiles
