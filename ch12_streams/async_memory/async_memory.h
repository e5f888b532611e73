// Scratch memory in every step of a loop: what does it cost to allocate it in each step?
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/owners.h"

namespace async_memory {

// A pool from which streams allocate. When a stream or the device is synchronised, the pool returns free memory beyond
// the threshold to the system.
class Pool : public Owner<cudaMemPool_t, cudaMemPoolDestroy> {
 public:
  explicit Pool(std::uint64_t threshold);
};

struct Pools {
  Pool returning{0};                // the default of CUDA's own pool
  Pool keeping{~std::uint64_t{0}};  // never releases memory
};

// Each step: scratch[i] = x[i]^2, then y[i] += scratch[i], then the host waits, as a program does that uses the result.
// Unsigned, so overflow wraps exactly. x and y point to n values in device memory; n may be 0.
struct Job {
  const std::uint32_t* x;
  std::uint32_t* y;
  std::size_t n;
  int steps;
};

inline std::vector<std::uint32_t> expected(const std::vector<std::uint32_t>& x, int steps) {
  std::vector<std::uint32_t> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] * x[i] * static_cast<std::uint32_t>(steps);
  return y;
}

// The rungs set y to 0 and take all steps. x is not changed. They throw CudaError.
struct Rung {
  const char* name;
  void (*run)(const Job& job, const Stream& stream, const Pools& pools);
};

std::span<const Rung> ladder();

}  // namespace async_memory
