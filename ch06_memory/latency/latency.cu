// Chains of dependent steps: each step needs the result of the step before it and cannot begin early, so the time per
// step is the latency. With more chains per thread or more warps the time per step stays the same at first: the
// multiprocessor executes the others meanwhile.
#include "ch06_memory/latency/latency.h"

#include "common/check.h"

namespace latency {
namespace {

// ---- Loads. The loaded index is the address of the next load. The chain visits the lines in a random order, so that
// no address can be predicted.
template <int chains>
__global__ void chase_kernel(const unsigned* next, const unsigned* from, unsigned* to, long long* cycles, int steps) {
  unsigned at[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) at[c] = from[c * blockDim.x + threadIdx.x];

  long long start = 0;
  for (int half = 0; half < 2; ++half) {
    __syncthreads();  // all warps start the timed half together
    start = clock64();
    for (int k = 0; k < steps; ++k)
#pragma unroll
      for (int c = 0; c < chains; ++c) at[c] = next[at[c]];
  }
  // Stored before the clock is read: a store needs its value, so the time includes the last loads.
#pragma unroll
  for (int c = 0; c < chains; ++c) to[c * blockDim.x + threadIdx.x] = at[c];
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - start;
}

template <int chains>
void chase(const unsigned* next, const unsigned* from, unsigned* to, long long* cycles, int threads, int steps) {
  chase_kernel<chains><<<1, threads>>>(next, from, to, cycles, steps);
  check(cudaGetLastError());
}

// ---- Same with one chain, except that the indices are in shared memory.
__global__ void chase_shared_kernel(const unsigned* next, const unsigned* from, unsigned* to, long long* cycles,
                                    int steps) {
  __shared__ unsigned copy[shared_words];
  for (int i = threadIdx.x; i < shared_words; i += blockDim.x) copy[i] = next[i];
  unsigned at = from[threadIdx.x];

  long long start = 0;
  for (int half = 0; half < 2; ++half) {
    __syncthreads();
    start = clock64();
    for (int k = 0; k < steps; ++k) at = copy[at];
  }
  to[threadIdx.x] = at;
  __syncthreads();  // all threads are done: the time is that of the block
  if (threadIdx.x == 0) *cycles = clock64() - start;
}

// ---- Arithmetic: the same with a multiply-add per step.
template <int chains>
__global__ void multiply_add_kernel(const float* x, float* y, long long* cycles, int steps) {
  float value[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) value[c] = x[c * blockDim.x + threadIdx.x];

  __syncthreads();  // all warps begin together
  const long long start = clock64();
#pragma unroll 16  // little loop overhead
  for (int k = 0; k < steps; ++k)
#pragma unroll
    for (int c = 0; c < chains; ++c) value[c] = fmaf(value[c], factor, addend);

#pragma unroll
  for (int c = 0; c < chains; ++c) y[c * blockDim.x + threadIdx.x] = value[c];
  __syncthreads();
  if (threadIdx.x == 0) *cycles = clock64() - start;
}

template <int chains>
void multiply_add(const float* x, float* y, long long* cycles, int threads, int steps) {
  multiply_add_kernel<chains><<<1, threads>>>(x, y, cycles, steps);
  check(cudaGetLastError());
}

}  // namespace

void chase_shared(const unsigned* next, const unsigned* from, unsigned* to, long long* cycles, int threads, int steps) {
  chase_shared_kernel<<<1, threads>>>(next, from, to, cycles, steps);
  check(cudaGetLastError());
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {1, chase<1>, multiply_add<1>},
      {2, chase<2>, multiply_add<2>},
      {4, chase<4>, multiply_add<4>},
      {8, chase<8>, multiply_add<8>},
  };
  return rungs;
}

}  // namespace latency
