// Compaction in a single pass: x is read once. common/compaction_task.h defines which elements are kept.
#pragma once

#include <cstddef>

#include "common/compaction_task.h"
#include "common/check.h"
#include "common/tile_states.h"

namespace compaction_single_pass {

// Shared memory of a block of the ring.
inline constexpr std::size_t ring_bytes = 217 * 1024;

// The rungs. x and kept point to n values each in device memory, x at a multiple of 16 bytes, as cudaMalloc gives it
// (else std::invalid_argument); *count, in device memory too, of them are written. x is not changed; n may be 0. states
// must have been made for tiles_for(n) tiles or more (else std::length_error). A rung does not wait for the device,
// and throws CudaError if a launch fails.
template <typename Real>
void unordered(const Real* x, Real* kept, std::size_t* count, std::size_t n,
               TileStateMemory& states);  // one atomic per tile
template <typename Real>
void look_back(const Real* x, Real* kept, std::size_t* count, std::size_t n,
               TileStateMemory& states);  // a look-back per tile
template <typename Real>
void ring(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStateMemory& states);  // tiles in flight

std::size_t tiles_for(std::size_t n);

template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* kept, std::size_t* count, std::size_t n, TileStateMemory& states);
  Needs needs;
  bool in_order;  // otherwise the order of tiles varies from run to run
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"unordered", unordered<Real>, {}, false},
    {"look_back", look_back<Real>, {}, true},
    {"ring", ring<Real>, {90, ring_bytes}, true},
};

}  // namespace compaction_single_pass
