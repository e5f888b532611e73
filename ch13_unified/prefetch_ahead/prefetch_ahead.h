// Kernels work chunk by chunk on managed memory that the host has filled: when do a chunk's pages migrate?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/lcg.h"
#include "common/owners.h"

namespace prefetch_ahead {

using Word = std::uint32_t;

// y[i] is x[i] after `steps` steps of Lcg. x points to n words of managed memory, y to n words of device memory; n may
// be 0. The work is done in `chunks` chunks, at least 1; the last ones may be empty.
struct Task {
  const Word* x;
  Word* y;
  std::size_t n, chunks;
  int steps;
};

// Kernels run in the first stream, prefetches in the second.
struct Streams {
  Stream compute, move;
};

// The rungs. x is not changed, y is overwritten. They do not wait for the device; all of their work has ended when the
// compute stream is empty. They throw CudaError. Prefetches need a device where pages_move_alone().
struct Rung {
  const char* name;
  void (*run)(const Task& task, const Streams& streams);
};

std::span<const Rung> ladder();

}  // namespace prefetch_ahead
