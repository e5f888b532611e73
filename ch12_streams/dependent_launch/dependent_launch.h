// Two kernels: the second needs the first one's result, but not from its first line on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/check.h"
#include "common/lcg.h"

namespace dependent_launch {

// Two warps: few enough that one kernel leaves most of each multiprocessor idle, so that the other one fits beside it.
inline constexpr int block_size = 64;

// The first kernel: y[i] = x[i] after `steps` steps. The second kernel computes an independent number, i after as many
// steps, and adds the first kernel's result of the element at the other end: z[i] = number + y[n - 1 - i].
inline std::vector<std::uint32_t> both_cpu(const std::vector<std::uint32_t>& x, int steps) {
  std::vector<std::uint32_t> z(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    z[i] = Lcg{}.jumped(static_cast<std::uint32_t>(i), steps) + Lcg{}.jumped(x[x.size() - 1 - i], steps);
  return z;
}

struct Rung {
  const char* name;
  // x, y and z point to n values in device memory; x is not changed; n may be 0. Does not wait; throws CudaError.
  void (*run)(const std::uint32_t* x, std::uint32_t* y, std::uint32_t* z, std::size_t n, int steps);
  Needs needs = {};
};

std::span<const Rung> ladder();

}  // namespace dependent_launch
