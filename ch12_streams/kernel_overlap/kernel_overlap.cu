// The kernel is small on purpose: one block, or a few, leave most of the device idle. Streams use the rest.
#include "ch12_streams/kernel_overlap/kernel_overlap.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "common/check.h"

namespace kernel_overlap {
namespace {

// from and to may be the same: a thread reads and writes its own element only.
__global__ void advance_kernel(const std::uint32_t* from, std::uint32_t* to, Lcg lcg, int steps) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  to[i] = lcg.stepped(from[i], steps);
}

// Kernel number k of a stream's chain.
void launch(const Load& load, std::size_t stream_index, int k, cudaStream_t stream, const std::uint32_t* x,
            std::uint32_t* y) {
  const std::size_t first = stream_index * load.elements();
  const std::uint32_t* from = k == 0 ? x : y;
  advance_kernel<<<load.blocks, block_size, 0, stream>>>(from + first, y + first, Lcg{}, load.steps);
  check(cudaGetLastError());
}

// ---- Rung 1. The whole chain of a stream, then the next stream. The device has few queues, and several streams share
// one. There the second kernel of a chain waits for the first, and so do the kernels after it in the queue, although
// they belong to other streams and need not wait.
void stream_after_stream(const Load& load, std::span<const Stream> streams, const std::uint32_t* x, std::uint32_t* y) {
  for (std::size_t s = 0; s < streams.size(); ++s)
    for (int k = 0; k < load.kernels; ++k) launch(load, s, k, streams[s], x, y);
}

// ---- Rung 2. Same, except that the loops are swapped: the first kernels of all streams come first in every queue, and
// none of them has to wait.
void in_turn(const Load& load, std::span<const Stream> streams, const std::uint32_t* x, std::uint32_t* y) {
  for (int k = 0; k < load.kernels; ++k)
    for (std::size_t s = 0; s < streams.size(); ++s) launch(load, s, k, streams[s], x, y);
}

}  // namespace

// ---- Why it stops.
Limits limits_of(const Rung& rung, const Load& load, int streams, int multiprocessors, double one_ms,
                 double launch_ms) {
  Limits limits{static_cast<double>(multiprocessors) / load.blocks, streams * one_ms / (one_ms + streams * launch_ms),
                std::numeric_limits<double>::infinity()};
  if (rung.enqueue == stream_after_stream) {
    // A queue runs its chains one after another, but the last kernel of a chain leaves the queue when it starts, and
    // the first kernel of the next chain runs beside it.
    const int chains = (streams - 1) / connections() + 1;  // of the longest queue
    limits.queues = static_cast<double>(streams) * load.kernels / (chains * (load.kernels - 1) + 1);
  }
  return limits;
}

Cause cause_of(const Limits& limits) {
  const Cause causes[] = {{limits.processors, "all multiprocessors are busy"},
                          {limits.launches, "launches one by one: the last stream starts late"},
                          {limits.queues, "chains share a queue to the device"},
                          {limits.grids, "the device holds no more grids"}};
  return *std::min_element(std::begin(causes), std::end(causes),
                           [](const Cause& a, const Cause& b) { return a.limit < b.limit; });
}

int connections() {
  const char* given = std::getenv("CUDA_DEVICE_MAX_CONNECTIONS");
  const int number = given ? std::atoi(given) : 0;
  return number >= 1 ? std::min(number, 32) : 8;
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"stream_after_stream", stream_after_stream},
      {"in_turn", in_turn},
  };
  return rungs;
}

}  // namespace kernel_overlap
