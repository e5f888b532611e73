// The kernels and their work are the same in every rung. The rungs differ in what is between the two kernels, and in
// which stream. A launch without a stream, and every call without one, goes to the legacy default stream.
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

namespace {

// ---- Rung 1. Two streams; the kernel that clears the third part comes last, in the second stream.
void nothing_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
  clear_kernel<<<1, part, 0, streams.b>>>(y + 2 * part);
  check(cudaGetLastError());
}

// ---- Rung 2. Same, except that the clearing kernel comes second and has no stream argument. So it is in the legacy
// default stream: it waits for all earlier work in other streams, and later work in other streams waits for it. The
// three kernels are serialised.
// ---- Rung 4 is the same, except for how its streams were created: cudaStreamNonBlocking exempts them from that rule.
void legacy_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  clear_kernel<<<1, part>>>(y + 2 * part);
  check(cudaGetLastError());
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
}

// ---- Rung 3. Same as rung 2, except that there is no kernel in between: cudaMemset, cudaMemcpy and cudaMemcpyToSymbol
// have no stream argument, so they are in the legacy stream.
void memset_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  check(cudaMemset(y + 2 * part, 0, part * sizeof *y));
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
}

// ---- Rung 5. Same as rung 2, except for the stream in between: every host thread has its own default stream, which
// behaves like any other stream. Its handle is cudaStreamPerThread. With nvcc's --default-stream per-thread, a launch
// without a stream uses it.
void per_thread_between(const std::uint32_t* x, std::uint32_t* y, int steps, const Streams& streams) {
  advance_kernel<<<1, part, 0, streams.a>>>(x, y, Lcg{}, steps);
  check(cudaGetLastError());
  clear_kernel<<<1, part, 0, cudaStreamPerThread>>>(y + 2 * part);
  check(cudaGetLastError());
  advance_kernel<<<1, part, 0, streams.b>>>(x + part, y + part, Lcg{}, steps);
  check(cudaGetLastError());
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"nothing_between", cudaStreamDefault, nothing_between, true},
      {"legacy_between", cudaStreamDefault, legacy_between, false},
      {"memset_between", cudaStreamDefault, memset_between, false},
      {"legacy_non_blocking", cudaStreamNonBlocking, legacy_between, true},
      {"per_thread_between", cudaStreamDefault, per_thread_between, true},
  };
  return rungs;
}

}  // namespace default_stream
