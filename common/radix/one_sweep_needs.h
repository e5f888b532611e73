// The requirements of common/radix/one_sweep.cuh, for headers that host code includes.
#pragma once

#include <cstddef>

#include "common/check.h"

namespace radix {

// Shared memory of a block: counters for each lane, and in an unordered first pass a tile of 32768 keys as well.
inline constexpr std::size_t stable_passes_bytes = 129 * 1024, one_sweep_bytes = 164 * 1024;
inline constexpr Needs stable_passes_needs = {75, stable_passes_bytes}, one_sweep_needs = {75, one_sweep_bytes};

}  // namespace radix
