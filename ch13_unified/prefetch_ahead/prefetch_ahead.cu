// A prefetch is work in a stream, like a copy. So it can overlap with a kernel in another stream that works on pages
// which have already arrived: the overlap of chapter 12, with one pointer and without pinned memory.
#include "ch13_unified/prefetch_ahead/prefetch_ahead.h"

#include <algorithm>

#include "common/check.h"
#include "common/owners.h"

namespace prefetch_ahead {
namespace {

constexpr int block_size = 256;

__global__ void step_kernel(const Word* x, Word* y, std::size_t n, int steps, Lcg lcg) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) y[i] = lcg.stepped(x[i], steps);
}

// The words of chunk c: all chunks have the same length, except for the last ones.
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

// ---- Rung 1. Kernels only. Each page that is on the host faults at its first access, and the warp waits.
void on_demand(const Task& task, const Streams& streams) {
  for (std::size_t c = 0; c < task.chunks; ++c) launch(task, chunk_of(task, c), streams.compute);
}

// ---- Rung 2. Same, except that one prefetch moves all pages first: no faults, but no kernel runs while they move.
void prefetch_first(const Task& task, const Streams& streams) {
  prefetch(task, {0, task.n}, streams.compute);
  for (std::size_t c = 0; c < task.chunks; ++c) launch(task, chunk_of(task, c), streams.compute);
}

// ---- Rung 3. Same, except that each chunk has a prefetch, in another stream, and its kernel waits only for that one.
// While a kernel works on a chunk, the next chunks arrive.
void prefetch_ahead(const Task& task, const Streams& streams) {
  for (std::size_t c = 0; c < task.chunks; ++c) {
    prefetch(task, chunk_of(task, c), streams.move);
    const Event arrived;  // may be destroyed before the device has reached it
    check(cudaEventRecord(arrived, streams.move));
    check(cudaStreamWaitEvent(streams.compute, arrived, 0));
    launch(task, chunk_of(task, c), streams.compute);
  }
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"on_demand", on_demand},            // kernels only: the first access to a page moves it
      {"prefetch_first", prefetch_first},  // all pages, then all kernels
      {"prefetch_ahead", prefetch_ahead},  // a chunk's pages during the chunk before
  };
  return rungs;
}

}  // namespace prefetch_ahead
