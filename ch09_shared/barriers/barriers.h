// What a barrier costs when nobody else can run: the same threads on a multiprocessor, as one block or as several.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <vector>

#include "common/check.h"

namespace barriers {

inline constexpr int group = 1024;  // threads that are on a multiprocessor at once, in blocks of one size or another
inline constexpr int turn = 8;      // of this many neighbouring warps, one has more work in a round

// Work between two barriers, in steps of a random generator.
struct Steps {
  int least;  // of every thread
  int extra;  // for the threads of the warp whose turn it is
};

__host__ __device__ inline int steps_of(Steps steps, unsigned warp, int round) {
  return (warp + round) % turn == 0 ? steps.least + steps.extra : steps.least;
}

// Marsaglia's xorshift generator.
__host__ __device__ inline unsigned next(unsigned x) {
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return x;
}

// The reference. Thread i begins with i + 1. In each round it makes its steps, takes the number of its neighbour (that
// of thread i + 1 if i is even, else of thread i - 1), and adds i.
inline std::vector<unsigned> run_cpu(int groups, int rounds, Steps steps) {
  std::vector<unsigned> x(std::size_t(groups) * group);
  for (unsigned i = 0; i < x.size(); i += 2) {
    unsigned left = i + 1, right = i + 2;
    for (int round = 0; round < rounds; ++round) {
      for (int k = steps_of(steps, i / warp_size, round); k > 0; --k) {
        left = next(left);
        right = next(right);
      }
      const unsigned from_left = left;
      left = right + i;
      right = from_left + i + 1;
    }
    x[i] = left;
    x[i + 1] = right;
  }
  return x;
}

// The rungs: groups x 1024 threads. y points to device memory, a number per thread, which is overwritten; groups is 1
// or more. A rung does not wait for the device, and throws CudaError if the launch fails.
struct Rung {
  const char* name;
  int threads;  // of a block
  void (*run)(unsigned* y, int groups, int rounds, Steps steps);
  int (*resident)();  // blocks on a multiprocessor, by the runtime's calculator
};

std::span<const Rung> ladder();

}  // namespace barriers
