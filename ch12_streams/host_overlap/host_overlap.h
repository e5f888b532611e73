// A launch returns before the kernel has run. Does the host do its work before the launch or after it?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "common/lcg.h"

namespace host_overlap {

// The device's share: y[i] is x[i] after `steps` steps. Pointers to n values in device memory; n may be 0.
struct DeviceWork {
  const std::uint32_t* x;
  std::uint32_t* y;
  std::size_t n;
  int steps;
};

// The host's share: the sum of the first m values, each after as many steps.
inline std::uint64_t host_sum(const std::vector<std::uint32_t>& x, std::size_t m, int steps) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < m; ++i) sum += Lcg{}.stepped(x[i], steps);
  return sum;
}

inline std::uint64_t host_sum_reference(const std::vector<std::uint32_t>& x, std::size_t m, int steps) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < m; ++i) sum += Lcg{}.jumped(x[i], steps);
  return sum;
}

// The rungs do both shares and return when both are done. x is not changed, y is overwritten. They throw CudaError.
struct Rung {
  const char* name;
  void (*run)(const DeviceWork& work, const std::function<void()>& host_work);
};

std::span<const Rung> ladder();

}  // namespace host_overlap
