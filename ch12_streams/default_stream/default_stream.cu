// The kernels' names and work are the same in every rung. What changes is what stands between the two, and in which
// stream. The legacy default stream is where a launch without a stream goes, and every call without one.
#include "ch12_streams/default_stream/default_stream.h"

namespace default_stream {

__global__ void advance_kernel(const std::uint32_t* x, std::uint32_t* y, Lcg lcg, int steps) {
  y[threadIdx.x] = lcg.stepped(x[threadIdx.x], steps);
}

__global__ void clear_kernel(std::uint32_t* y) {
  y[threadIdx.x] = 0;
}

void one_kernel(const std::uint32_t* x, std::uint32_t* y, int steps, cudaStream_t stream) {
  advance_kernel<<<1, part, 0, stream>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
}

// ---- Rung 1. Two streams, and what clears the third part comes last, in the second of them.
void nothing_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
  clear_kernel<<<1, part, 0, streams.b>>>(y + 2 * part);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the clearing kernel comes second, and nobody gave it a stream. So it is in the legacy
// default stream, which waits for all that was given to other streams before, and lets nothing start that is given to
// them later. The three run one after another.
// ---- Rung 4 is this too, except for how its streams were made: cudaStreamNonBlocking takes them out of that rule.
void legacy_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  clear_kernel<<<1, part>>>(y + 2 * part);
  check(cudaGetLastError());
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that no kernel is to be seen: cudaMemset, cudaMemcpy and cudaMemcpyToSymbol have
// no stream argument, and so they are in the legacy stream.
void memset_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  check(cudaMemset(y + 2 * part, 0, part * sizeof *y));
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as rung 2, except for the stream between: every host thread has a default stream of its own, and
// that is a stream as others are. Its handle is cudaStreamPerThread. nvcc's --default-stream per-thread makes a launch
// without a stream mean this one.
void per_thread_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  clear_kernel<<<1, part, 0, cudaStreamPerThread>>>(y + 2 * part);
  check(cudaGetLastError());
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
}

}  // namespace default_stream
