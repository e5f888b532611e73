// Many square roots for each value that is moved: here arithmetic is the limit, not memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace arithmetic_intensity {

// y[i]: x[i] increased in steps of 1 until its square root reaches limit. From x in [0, 1) that takes about limit^2
// square roots. float counts exactly up to 2^24, so limit is at most 4096.
template <typename Real>
void count_cpu(const std::vector<Real>& x, std::size_t n, Real limit, std::vector<Real>& y) {
  for (std::size_t i = 0; i < n; ++i) {
    Real value = x[i];
    while (std::sqrt(value) < limit) value += 1;
    y[i] = value;
  }
}

// The rungs. x and y point to n values each in device memory; x is not changed, y is overwritten; n may be 0. A rung
// does not wait for the device, and throws CudaError if the launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* y, std::size_t n, Real limit);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace arithmetic_intensity
