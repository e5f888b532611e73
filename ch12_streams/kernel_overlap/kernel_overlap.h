// Small kernels in many streams: how many of them run at once?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/lcg.h"
#include "common/owners.h"

namespace kernel_overlap {

// One such block keeps the arithmetic units of a multiprocessor busy; two of them share these and take twice as long.
inline constexpr int block_size = 1024;

// The load of each stream: a chain of kernels with `blocks` blocks each. Every kernel advances all elements of the
// stream by `steps` steps.
struct Load {
  int blocks, kernels, steps;

  std::size_t elements() const { return std::size_t{block_size} * blocks; }  // of a stream
};

// The rungs enqueue the load of every stream and do not wait. Stream s has the elements from s * load.elements()
// on: the first kernel of its chain reads x and writes y, the others work in y. x is not changed. Throw
// CudaError.
struct Rung {
  const char* name;
  void (*enqueue)(const Load& load, std::span<const Stream> streams, const std::uint32_t* x, std::uint32_t* y);
};

std::span<const Rung> ladder();

// The limits of the speed-up. The lowest one is the cause of the plateau.
struct Limits {
  double processors;   // blocks of full size fill one multiprocessor each
  double launches;     // the host launches kernels one by one, so the last stream starts late
  double queues;       // chains that share a queue to the device wait for one another
  double grids = 128;  // a device holds no more at once, on every compute capability here (see resident_grids)
};

// The limits for this many streams. one_ms: time of one stream alone; launch_ms: the host's time for one launch.
Limits limits_of(const Rung& rung, const Load& load, int streams, int multiprocessors, double one_ms, double launch_ms);

// The limit's value and its description.
struct Cause {
  double limit;
  const char* name;
};
Cause cause_of(const Limits& limits);

// The number of queues between host and device: CUDA_DEVICE_MAX_CONNECTIONS, else CUDA's default of 8.
int connections();

}  // namespace kernel_overlap
