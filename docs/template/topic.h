// What the lesson computes, how that is checked, and the rungs that it compares.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace topic {

// The reference: every element doubled.
template <typename Real>
std::vector<Real> run_cpu(const std::vector<Real>& x) {
  std::vector<Real> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = 2 * x[i];
  return y;
}

// A rung. x and y point to device memory, n values each; x is not changed, n may be 0. It does not wait for the
// device, and throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* y, std::size_t n);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace topic
