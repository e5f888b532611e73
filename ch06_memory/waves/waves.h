// How blocks are scheduled on multiprocessors, and how this affects the time: a grid runs in waves.
#pragma once

#include <cstddef>
#include <span>

namespace waves {

inline constexpr int block_size = 256;

// Result of thread i after `steps` steps of Marsaglia's xorshift generator: work of the same length for every thread.
inline unsigned random_cpu(std::size_t i, int steps) {
  unsigned x = static_cast<unsigned>(i) + 1;
  for (int k = 0; k < steps; ++k) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  return x;
}

// The rungs: a launch of `blocks` blocks of block_size threads. Thread i writes its random number to y[i], and block b
// the number of its multiprocessor to where[b]; both point to device memory. A rung does not wait for the device, and
// throws CudaError if the launch fails.
struct Rung {
  const char* name;
  void (*run)(unsigned* y, unsigned* where, int blocks, int steps);
  int (*resident)();  // blocks per multiprocessor, by the runtime's calculator
};

std::span<const Rung> ladder();

}  // namespace waves
