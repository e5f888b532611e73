// A kernel launches independent grids and then one that needs the results of all: in which streams, and what keeps the
// order?
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "common/lcg.h"

namespace nested_streams {

inline constexpr int part = 256;          // elements of a child grid, and threads of its one block
inline constexpr int most_children = 64;  // streams that a kernel here may create

// What a rung computes, in device memory: every element advanced, and then the sum of all of them. error is the first
// error of a call in a kernel.
struct Result {
  unsigned sum, error;
};

// The rungs: x and y have children * part elements in device memory, children is 1 to most_children. x is not changed,
// y and *result are overwritten. A rung does not wait for the device, and throws CudaError if the host's calls fail.
struct Rung {
  const char* name;
  void (*run)(const std::uint32_t* x, std::uint32_t* y, Result* result, int children, int steps);
};

std::span<const Rung> ladder();

// One child's work alone, launched by the host: the time to compare with.
void one_child(const std::uint32_t* x, std::uint32_t* y, int steps);

inline std::vector<std::uint32_t> advanced_cpu(std::vector<std::uint32_t> x, int steps) {
  for (std::uint32_t& value : x) value = Lcg{}.jumped(value, steps);
  return x;
}
inline unsigned sum_cpu(const std::vector<std::uint32_t>& y) {
  return std::accumulate(y.begin(), y.end(), 0u);
}

}  // namespace nested_streams
