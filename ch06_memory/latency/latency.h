// The latency of a load and of a multiply-add, and how many of each must be in flight to hide it.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace latency {

// A thread follows a chain of indices: element i holds the index of the next element. Each step goes to another cache
// line, and only the first word of a line is used.
inline constexpr int words_per_line = 32;

// The index at which a walk of `steps` steps from `from` ends.
inline unsigned chase_cpu(const std::vector<unsigned>& next, unsigned from, int steps) {
  for (int k = 0; k < steps; ++k) from = next[from];
  return from;
}

inline constexpr float factor = -0.999f, addend = 0.5f;  // the value never converges

inline float multiply_add_cpu(float x, int steps) {
  for (int k = 0; k < steps; ++k) x = std::fmaf(x, factor, addend);
  return x;
}

// The rungs. One block of `threads` threads; each follows `chains` independent chains at a time. Chain c of thread t
// begins with element c * threads + t of the input and stores its last index at the same place of the output. The block
// writes the elapsed cycles of its multiprocessor's clock to *cycles. All pointers are to device memory. A rung does
// not wait for the device, and throws CudaError if the launch fails.
struct Rung {
  int chains;
  // Walks 2 * steps steps and times the second half: the first half fills the caches as far as they can hold the chain.
  void (*chase)(const unsigned* next, const unsigned* from, unsigned* to, long long* cycles, int threads, int steps);
  // `steps` multiply-adds.
  void (*multiply_add)(const float* x, float* y, long long* cycles, int threads, int steps);
};

std::span<const Rung> ladder();

// chase in shared memory, with one chain: next has shared_words words, and the block copies them first.
inline constexpr int shared_words = 4096;
void chase_shared(const unsigned* next, const unsigned* from, unsigned* to, long long* cycles, int threads, int steps);

inline constexpr int most_chains = 8;

}  // namespace latency
