// The device schedules blocks as resources become free. A priority decides which stream's block is next; a running
// block is never preempted for it.
#include "ch12_streams/priorities/priorities.h"

namespace priorities {

__global__ void advance_kernel(std::uint32_t* x, Lcg lcg, int steps) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  x[i] = lcg.stepped(x[i], steps);
}

Range range() {
  Range all{};
  check(cudaDeviceGetStreamPriorityRange(&all.least, &all.greatest));
  return all;
}

Streams::Streams() {
  const Range all = range();
  check(cudaStreamCreateWithPriority(&queue, cudaStreamNonBlocking, all.least));
  check(cudaStreamCreateWithPriority(&like_it, cudaStreamNonBlocking, all.least));
  check(cudaStreamCreateWithPriority(&first, cudaStreamNonBlocking, all.greatest));
}

Streams::~Streams() {
  for (const cudaStream_t stream : {queue, like_it, first}) cudaStreamDestroy(stream);
}

namespace {

void enqueue_bulk(const Load& load, const Data& data, cudaStream_t stream) {
  for (int k = 0; k < load.kernels; ++k) {
    advance_kernel<<<load.blocks, block_size, 0, stream>>>(data.bulk, Lcg{}, load.steps);
    check(cudaGetLastError());
  }
}

void enqueue_urgent(const Data& data, cudaStream_t stream, const Event& done) {
  advance_kernel<<<1, block_size, 0, stream>>>(data.urgent, Lcg{}, urgent_steps);
  check(cudaGetLastError());
  check(cudaEventRecord(done, stream));
}

// ---- Rung 1. After the queue, in its stream: it waits for every kernel of the queue.
void same_stream(const Load& load, const Data& data, const Streams& streams) {
  enqueue_bulk(load, data, streams.queue);
  enqueue_urgent(data, streams.queue, streams.done);
}

// ---- Rung 2. Same, except for the stream: the kernels of the queue need not end first. But the blocks of the kernel
// that is running came earlier, and are scheduled before.
void another_stream(const Load& load, const Data& data, const Streams& streams) {
  enqueue_bulk(load, data, streams.queue);
  enqueue_urgent(data, streams.like_it, streams.done);
}

// ---- Rung 3. Same, except for the stream's priority: it gets the next place that a block of the queue leaves.
void urgent_stream(const Load& load, const Data& data, const Streams& streams) {
  enqueue_bulk(load, data, streams.queue);
  enqueue_urgent(data, streams.first, streams.done);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"same_stream", same_stream},
      {"another_stream", another_stream},
      {"urgent_stream", urgent_stream},
  };
  return rungs;
}

}  // namespace priorities
