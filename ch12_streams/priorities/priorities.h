// A short urgent kernel after a long queue of work: in which stream is its result available soonest?
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/check.h"
#include "common/lcg.h"
#include "common/owners.h"

namespace priorities {

inline constexpr int block_size = 256, urgent_steps = 100;

// The queue: `kernels` kernels of `blocks` blocks, each of which advances every element by `steps` steps. The urgent
// kernel is one block and advances its elements by urgent_steps.
struct Load {
  int blocks, kernels, steps;

  std::size_t elements() const { return std::size_t{block_size} * blocks; }
};

// All in device memory. bulk holds load.elements() values and urgent block_size; both are changed in place.
struct Data {
  std::uint32_t *bulk, *urgent;
};

// The queue's stream, another one of the same priority, and one of the highest priority. done is recorded after the
// urgent kernel. Throws CudaError.
struct Streams {
  Streams();
  ~Streams();
  Streams(const Streams&) = delete;
  Streams& operator=(const Streams&) = delete;

  cudaStream_t queue = nullptr, like_it = nullptr, first = nullptr;
  Event done;
};

// The priorities that the device supports: a lower number is a higher priority.
struct Range {
  int least, greatest;
};
Range range();

struct Rung {
  const char* name;
  // Enqueues the load, then the urgent kernel, then done. Does not wait. Throws CudaError.
  void (*run)(const Load& load, const Data& data, const Streams& streams);
};

std::span<const Rung> ladder();

}  // namespace priorities
