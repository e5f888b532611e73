// The same work by one core of a CPU, by all of them, by one thread of a GPU and by all that it has.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <vector>

namespace cores {

// A step of Marsaglia's xorshift generator: six operations, each of which needs the result of the one before.
__host__ __device__ inline unsigned next(unsigned x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

// The reference: every number after so many steps.
inline std::vector<unsigned> steps_cpu(const std::vector<unsigned>& x, int steps) {
  std::vector<unsigned> y = x;
  for (unsigned& number : y)
    for (int k = 0; k < steps; ++k) number = next(number);
  return y;
}

// The rungs: y[i] is x[i] after so many steps, for n numbers; n may be 0. Those of the host take pointers to its memory
// and have finished when they return. Those of the device take pointers to its memory, do not wait for it, and throw
// CudaError if the launch fails.
struct Rung {
  const char* name;
  void (*run)(const unsigned* x, unsigned* y, std::size_t n, int steps);
};

std::span<const Rung> host_ladder();  // host.cpp
std::span<const Rung> ladder();

}  // namespace cores
