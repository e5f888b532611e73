// One thread launches children that do not depend on each other, and then a grid that adds up what they have written.
// The rungs differ in the streams of these launches, and in what makes the last grid wait for the others.
#include "ch23_dynamic_parallelism/nested_streams/nested_streams.h"

#include "common/check.h"

namespace nested_streams {

__global__ void advance_kernel(const std::uint32_t* x, std::uint32_t* y, Lcg lcg, int steps) {
  y[threadIdx.x] = lcg.stepped(x[threadIdx.x], steps);
}

__global__ void add_kernel(const std::uint32_t* y, int n, Result* result) {
  unsigned sum = 0;
  for (int i = threadIdx.x; i < n; i += part) sum += y[i];
  atomicAdd(&result->sum, sum);
}

// Keeps the first error.
__device__ void note(Result* result, cudaError_t error) {
  if (error != cudaSuccess) atomicCAS(&result->error, 0u, static_cast<unsigned>(error));
}

void one_child(const std::uint32_t* x, std::uint32_t* y, int steps) {
  advance_kernel<<<1, part>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
}

namespace {

using Parent = void (*)(const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps);

void launch(Parent parent, const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps) {
  check(cudaMemsetAsync(result, 0, sizeof *result));
  parent<<<1, 1>>>(x, y, result, children, steps);
  check(cudaGetLastError());
}

// ---- Rung 1. Without a stream: the NULL stream of the block. A grid in it starts when the one before has ended.
__global__ void null_stream_kernel(const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps) {
  for (int c = 0; c < children; ++c) advance_kernel<<<1, part>>>(x + c * part, y + c * part, Lcg{}, steps);
  add_kernel<<<1, part>>>(y, children * part, result);
  note(result, cudaGetLastError());
}

void null_stream(const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps) {
  launch(null_stream_kernel, x, y, result, children, steps);
}

// ---- Rung 2. Same, except that each child has a stream of its own, so that the children may run side by side. Events
// make the last grid wait: one is recorded behind each child, and the last grid's stream waits for all of them. A
// stream or an event may be destroyed at once: what is in it still runs.
__global__ void stream_each_kernel(const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps) {
  cudaStream_t last;
  note(result, cudaStreamCreateWithFlags(&last, cudaStreamNonBlocking));
  for (int c = 0; c < children; ++c) {
    cudaStream_t own;
    cudaEvent_t done;
    note(result, cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));
    note(result, cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
    advance_kernel<<<1, part, 0, own>>>(x + c * part, y + c * part, Lcg{}, steps);
    note(result, cudaEventRecord(done, own));
    note(result, cudaStreamWaitEvent(last, done, 0));
    note(result, cudaEventDestroy(done));
    note(result, cudaStreamDestroy(own));
  }
  add_kernel<<<1, part, 0, last>>>(y, children * part, result);
  note(result, cudaGetLastError());
  note(result, cudaStreamDestroy(last));
}

void stream_each(const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps) {
  launch(stream_each_kernel, x, y, result, children, steps);
}

// ---- Rung 3. Same, except that nothing is created: the children are in a stream in which every grid starts at once,
// and the last grid is a tail launch, which waits for the parent and all its other children.
__global__ void fire_and_forget_kernel(const std::uint32_t* x, std::uint32_t* y, Result* result, int children,
                                       int steps) {
  for (int c = 0; c < children; ++c)
    advance_kernel<<<1, part, 0, cudaStreamFireAndForget>>>(x + c * part, y + c * part, Lcg{}, steps);
  add_kernel<<<1, part, 0, cudaStreamTailLaunch>>>(y, children * part, result);
  note(result, cudaGetLastError());
}

void fire_and_forget(const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps) {
  launch(fire_and_forget_kernel, x, y, result, children, steps);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"null_stream", null_stream},
      {"stream_each", stream_each},
      {"fire_and_forget", fire_and_forget},
  };
  return rungs;
}

}  // namespace nested_streams
