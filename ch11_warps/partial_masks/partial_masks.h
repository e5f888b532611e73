// A sum over some lanes of each warp: those whose value is positive. How is a warp function told which lanes take part?
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "common/check.h"

namespace partial_masks {

// The number of warps that n threads fill, the last one perhaps in part.
constexpr std::size_t warps_of(std::size_t n) {
  return (n + warp_size - 1) / warp_size;
}

// The reference: for each warp the sum of its positive values.
inline std::vector<int> sums_cpu(const std::vector<int>& x) {
  std::vector<int> sums(warps_of(x.size()), 0);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0) sums[i / warp_size] += x[i];
  return sums;
}

// The rungs. x has n values and sums warps_of(n), both in device memory; x is not changed, all of sums is overwritten,
// n may be 0. Whole numbers: the order of the additions changes nothing. A rung does not wait for the device, and
// throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const int* x, std::size_t n, int* sums);
  Needs needs = {};
};

std::span<const Rung> ladder();

}  // namespace partial_masks
