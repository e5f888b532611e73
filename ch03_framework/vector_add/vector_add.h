// z = x + y: the smallest useful CUDA program, written in several ways.
#pragma once

#include <cstddef>
#include <vector>

namespace vector_add {

template <typename Real>
void add_cpu(const std::vector<Real>& x, const std::vector<Real>& y, std::vector<Real>& z) {
  for (std::size_t i = 0; i < z.size(); ++i) z[i] = x[i] + y[i];
}

// The rungs. x, y and z point to n values each in device memory, aligned as cudaMalloc aligns. x and y are not changed,
// z is overwritten; n may be 0. A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename Real>
void add_unchecked(const Real* x, const Real* y, Real* z, std::size_t n);  // exactly as many threads as elements
template <typename Real>
void add_checked(const Real* x, const Real* y, Real* z, std::size_t n);  // whole blocks, and a bounds check
template <typename Real>
void add_by_value(const Real* x, const Real* y, Real* z, std::size_t n);  // a device function returns the sum
template <typename Real>
void add_by_pointer(const Real* x, const Real* y, Real* z, std::size_t n);  // ... writes it through a pointer
template <typename Real>
void add_by_reference(const Real* x, const Real* y, Real* z, std::size_t n);  // ... writes it through a reference
template <typename Real>
void add_vectorised(const Real* x, const Real* y, Real* z, std::size_t n);  // 16 bytes at a time

template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, const Real* y, Real* z, std::size_t n);
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"unchecked", add_unchecked<Real>},       {"checked", add_checked<Real>},
    {"by_value", add_by_value<Real>},         {"by_pointer", add_by_pointer<Real>},
    {"by_reference", add_by_reference<Real>}, {"vectorised", add_vectorised<Real>},
};

}  // namespace vector_add
