// What the lesson computes, how that is checked, and the rungs that it compares.
#pragma once

#include <cstddef>
#include <vector>

namespace topic {

// The reference: every element doubled.
template <typename Real>
std::vector<Real> run_cpu(const std::vector<Real>& x) {
  std::vector<Real> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = 2 * x[i];
  return y;
}

// The rungs. x and y point to device memory, n values each; x is not changed, n may be 0. A rung does not wait for the
// device, and throws CudaError if a launch fails.
template <typename Real>
void element_per_thread(const Real* x, Real* y, std::size_t n);
template <typename Real>
void grid_stride(const Real* x, Real* y, std::size_t n);

template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* y, std::size_t n);
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"element_per_thread", element_per_thread<Real>},
    {"grid_stride", grid_stride<Real>},
};

}  // namespace topic
