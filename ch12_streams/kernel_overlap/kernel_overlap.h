// Small kernels in many streams: how many of them run at once?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "common/lcg.h"
#include "common/stream.h"

namespace kernel_overlap {

// One such block keeps the arithmetic units of a multiprocessor busy; two of them share and take twice as long.
inline constexpr int block_size = 1024;

// What each stream gets: a chain of kernels, of so many blocks each. Every kernel takes all elements of the stream so
// many steps further.
struct Load {
  int blocks, kernels, steps;

  std::size_t elements() const { return std::size_t{block_size} * blocks; }  // of a stream
};

// The rungs put the load of every stream into its queue and do not wait. Stream s owns the elements from
// s * load.elements() on: the first kernel of its chain reads x and writes y, the others work in y. x is not changed.
// Throw CudaError.
void stream_after_stream(const Load& load, std::span<const Stream> streams, const std::uint32_t* x, std::uint32_t* y);
void in_turn(const Load& load, std::span<const Stream> streams, const std::uint32_t* x, std::uint32_t* y);

struct Rung {
  const char* name;
  void (*enqueue)(const Load& load, std::span<const Stream> streams, const std::uint32_t* x, std::uint32_t* y);
};

inline constexpr Rung ladder[] = {{"stream_after_stream", stream_after_stream}, {"in_turn", in_turn}};

// What may limit the speed-up, and by how much. The least is the cause of the plateau.
struct Limits {
  double processors;  // blocks of full size fill one multiprocessor each
  double launches;    // the host hands out kernels one by one, so the last stream starts late
  double queues;      // chains that share a queue to the device wait for one another
};

// The limits for so many streams. one_ms: time of one stream alone; launch_ms: of the host for one launch.
Limits limits_of(const Rung& rung, const Load& load, int streams, int multiprocessors, double one_ms, double launch_ms);

// The limit's value and its name in words.
struct Cause {
  double limit;
  const char* name;
};
Cause cause_of(const Limits& limits);

// The number of queues between host and device: CUDA_DEVICE_MAX_CONNECTIONS, else CUDA's default of 8.
int connections();

}  // namespace kernel_overlap
