// z = x + y again: how close to memory bandwidth is an addition, and what do the copies cost?
#pragma once

#include <cstddef>
#include <vector>

namespace speedup {

template <typename Real>
void add_cpu(const std::vector<Real>& x, const std::vector<Real>& y, std::vector<Real>& z) {
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x[i] + y[i];
}

// The rungs. x, y and z point to n values each in device memory, aligned as cudaMalloc aligns. x and y are not changed,
// z is overwritten; n may be 0. A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename Real>
void add_one(const Real* x, const Real* y, Real* z, std::size_t n);  // one element per thread
template <typename Real>
void add_grid_stride(const Real* x, const Real* y, Real* z, std::size_t n);  // as many threads as the device holds
template <typename Real>
void add_several(const Real* x, const Real* y, Real* z, std::size_t n);  // four elements per thread, loaded together
template <typename Real>
void add_vectorised(const Real* x, const Real* y, Real* z, std::size_t n);  // 16 bytes per access

template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, const Real* y, Real* z, std::size_t n);
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"one", add_one<Real>},
    {"grid_stride", add_grid_stride<Real>},
    {"several", add_several<Real>},
    {"vectorised", add_vectorised<Real>},
};

// Results of libraries, filled in by peers.cu where it is compiled.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> known;
  return known;
}

}  // namespace speedup
