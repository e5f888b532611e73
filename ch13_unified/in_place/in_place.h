// A kernel reads the host's array: after copying it to the device, or in place.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace in_place {

using Word = std::uint32_t;
using Sum = unsigned long long;

// The data of round r. A new round has new data, so that a sum of old data is detected.
__host__ __device__ inline Word word_of(std::size_t i, int round) {
  return static_cast<Word>(i) * 2654435761u + static_cast<Word>(round) * 40503u;
}

// The reference: the sum of the words 0, step, 2 step, ... of n words, from the host's memory.
inline Sum sum_cpu(const Word* x, std::size_t n, std::size_t step) {
  Sum sum = 0;
  for (std::size_t i = 0; i < n; i += step) sum += x[i];
  return sum;
}

// The work, the same for all rungs: *sum becomes the sum of the words 0, step, 2 step, ... of n words. x is an address
// that the device can read, sum points to device memory; n may be 0, step is at least 1. Does not wait for the device;
// throws CudaError.
void add_up(const Word* x, std::size_t n, std::size_t step, Sum* sum);

// A rung: owns n words that the host writes and a kernel reads. Functions throw CudaError.
class Place {
 public:
  virtual ~Place() = default;
  virtual Word* host() = 0;          // where the host writes; no kernel may be running
  virtual void bring() {}            // copies to the device, if the rung has such a step; does not wait for the device
  virtual const Word* device() = 0;  // where a kernel reads, after bring()
};

struct Rung {
  const char* name;
  std::unique_ptr<Place> (*start)(std::size_t n);
  std::string (*lacking)();  // why this device cannot run the rung; empty if it can
};

std::span<const Rung> ladder();

}  // namespace in_place
