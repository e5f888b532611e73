// Managed memory that the host has filled is worked on chunk by chunk: who brings a chunk's pages, and when?
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/lcg.h"
#include "common/stream.h"

namespace prefetch_ahead {

using Word = std::uint32_t;

// y[i] is x[i] after so many steps of Lcg. x points to n words of managed memory, y to n words of device memory; n may
// be 0. The work is done in so many chunks, at least 1; the last ones may be empty.
struct Task {
  const Word* x;
  Word* y;
  std::size_t n, chunks;
  int steps;
};

// Kernels run in the first stream, prefetches beside them in the second.
struct Streams {
  Stream compute, move;
};

// The rungs. x is not changed, y is overwritten. They do not wait for the device; all of their work has ended when the
// compute stream is empty. They throw CudaError. Prefetches need a device where pages_move_alone().
void on_demand(const Task& task, const Streams& streams);       // kernels alone: the first touch of a page fetches it
void prefetch_first(const Task& task, const Streams& streams);  // all pages, then all kernels
void prefetch_ahead(const Task& task, const Streams& streams);  // a chunk's pages while the chunk before is worked on

struct Rung {
  const char* name;
  void (*run)(const Task& task, const Streams& streams);
};

inline constexpr Rung ladder[] = {
    {"on_demand", on_demand},
    {"prefetch_first", prefetch_first},
    {"prefetch_ahead", prefetch_ahead},
};

}  // namespace prefetch_ahead
