// z = x + y again: how close to memory bandwidth is an addition, and what do the copies cost?
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace speedup {

template <typename Real>
void add_cpu(const std::vector<Real>& x, const std::vector<Real>& y, std::vector<Real>& z) {
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x[i] + y[i];
}

// The rungs. x, y and z point to n values each in device memory, aligned as cudaMalloc aligns. x and y are not changed,
// z is overwritten; n may be 0. A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, const Real* y, Real* z, std::size_t n);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// Results of libraries, filled in by peers.cu where it is compiled.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> known;
  return known;
}

}  // namespace speedup
