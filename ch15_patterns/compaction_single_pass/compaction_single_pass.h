// Compaction in a single pass: x is read once. ch15_patterns/compactions/compaction_task.h defines which elements are
// kept.
#pragma once

#include <cstddef>
#include <span>

#include "ch15_patterns/compactions/compaction_task.h"
#include "ch15_patterns/look_back/tile_states.h"
#include "common/check.h"

namespace compaction_single_pass {

// Shared memory of a block of the ring.
inline constexpr std::size_t ring_bytes = 217 * 1024;

std::size_t tiles_for(std::size_t n);

// The rungs. x and kept point to n values each in device memory, x at a multiple of 16 bytes, as cudaMalloc gives it
// (else std::invalid_argument); *count, in device memory too, of them are written. x is not changed; n may be 0. states
// must have been made for tiles_for(n) tiles or more (else std::length_error). A rung does not wait for the device,
// and throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStateMemory& states);
  Needs needs;
  bool in_order;  // otherwise the order of tiles varies from run to run
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace compaction_single_pass
