// A prefetch is work in a stream, as a copy is. So it can run while a kernel in another stream works on pages that have
// arrived already: chapter 12's overlap of transfers and kernels, with one pointer and without pinned memory.
#include "ch13_unified/prefetch_ahead/prefetch_ahead.h"

#include <algorithm>

#include "common/check.h"
#include "common/launch.h"
#include "common/managed.h"

namespace prefetch_ahead {

constexpr int block_size = 256;

__global__ void step_kernel(const Word* x, Word* y, std::size_t n, int steps, Lcg lcg) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = lcg.stepped(x[i], steps);
}

// The words of chunk c: all chunks are equally long, but for the last ones.
struct Chunk {
  std::size_t first, size;
};
Chunk chunk_of(const Task& task, std::size_t c) {
  const std::size_t size = (task.n + task.chunks - 1) / task.chunks, first = std::min(c * size, task.n);
  return {first, std::min(size, task.n - first)};
}

void launch(const Task& task, Chunk chunk, cudaStream_t stream) {
  if (chunk.size == 0) return;
  step_kernel<<<blocks_for(chunk.size, block_size), block_size, 0, stream>>>(task.x + chunk.first, task.y + chunk.first,
                                                                             chunk.size, task.steps, Lcg{});
  check(cudaGetLastError());
}

void prefetch(const Task& task, Chunk chunk, cudaStream_t stream) {
  int device = 0;
  check(cudaGetDevice(&device));
  if (chunk.size > 0) check(mem_prefetch(task.x + chunk.first, chunk.size * sizeof(Word), on_device(device), stream));
}

// ---- Rung 1. Kernels alone. Each page that lies with the host faults at its first touch, and its warp waits.
void on_demand(const Task& task, const Streams& streams) {
  for (std::size_t c = 0; c < task.chunks; ++c) launch(task, chunk_of(task, c), streams.compute);
}

// ---- Rung 2. Same, except that one prefetch brings all pages first. No faults, but no kernel runs while they move.
void prefetch_first(const Task& task, const Streams& streams) {
  prefetch(task, {0, task.n}, streams.compute);
  for (std::size_t c = 0; c < task.chunks; ++c) launch(task, chunk_of(task, c), streams.compute);
}

// ---- Rung 3. Same, except that each chunk has a prefetch of its own, in another stream, and its kernel waits for that
// one only. While a chunk is worked on, the next ones arrive.
void prefetch_ahead(const Task& task, const Streams& streams) {
  for (std::size_t c = 0; c < task.chunks; ++c) {
    prefetch(task, chunk_of(task, c), streams.move);
    const Event arrived;  // may be destroyed while the device has not come to it yet
    check(cudaEventRecord(arrived, streams.move));
    check(cudaStreamWaitEvent(streams.compute, arrived, 0));
    launch(task, chunk_of(task, c), streams.compute);
  }
}

}  // namespace prefetch_ahead
