// The roof over every kernel: a kernel that computes I flop per byte that it must move reaches at most min(flop rate of
// the device, I * bandwidth of its memory).
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace roofline {

inline constexpr int taps = 33;          // weights of the convolution
inline constexpr int short_degree = 32;  // of the polynomial that is still memory-bound
inline constexpr int long_degree = 512;  // of the polynomial that is compute-bound
inline constexpr int root_limit = 32;    // of the square roots: about 32^2 each

// The rows of the largest square matrix that n values hold, at most 4096: its product takes rows^3 steps.
inline std::size_t rows(std::size_t n) {
  std::size_t m = 0;
  while (m < 4096 && (m + 1) * (m + 1) <= n) ++m;
  return m;
}

// c[i] of the reference: in double, so that all rounding errors are the GPU's.
template <typename Real>
using Reference = double (*)(const std::vector<Real>& a, const std::vector<Real>& b, std::size_t i);

inline double weight(int tap) {
  return (1 + tap % 4) / 128.0;  // exact in float
}

template <typename Real>
double add_cpu(const std::vector<Real>& a, const std::vector<Real>& b, std::size_t i) {
  return a[i] + b[i];
}

template <typename Real>
double convolve_cpu(const std::vector<Real>& a, const std::vector<Real>&, std::size_t i) {
  double sum = 0;
  for (int t = 0; t < taps; ++t) {
    const std::size_t at = i + t - taps / 2;  // below 0 it wraps round to a number far past the end
    if (at < a.size()) sum += weight(t) * static_cast<double>(a[at]);
  }
  return sum;
}

template <typename Real, int degree>
double polynomial_cpu(const std::vector<Real>& a, const std::vector<Real>&, std::size_t i) {
  double value = 0.5;
  for (int k = 0; k < degree; ++k) value = value * static_cast<double>(a[i]) + 0.5;
  return value;
}

template <typename Real>
double matmul_cpu(const std::vector<Real>& a, const std::vector<Real>& b, std::size_t i) {
  const std::size_t m = rows(a.size()), row = i / m, column = i % m;
  double sum = 0;
  for (std::size_t k = 0; k < m; ++k)
    sum += static_cast<double>(a[row * m + k]) * static_cast<double>(b[k * m + column]);
  return sum;
}

// Counted in Real, as in the kernel: then both stop at the same step.
template <typename Real>
double roots_cpu(const std::vector<Real>& a, const std::vector<Real>&, std::size_t i) {
  Real value = a[i];
  while (std::sqrt(value) < Real{root_limit}) value += 1;
  return value;
}

// A kernel, its reference, and its cost per element: operations, and values that every implementation must move through
// memory once.
//
// run: a, b and c point to n values each in device memory, aligned as cudaMalloc aligns, all at least 0; a and
// b are not changed, c is overwritten (the products: its first rows(n)^2 values). n may be 0. A kernel does not wait
// for the device, and throws CudaError if a launch fails.
template <typename Real>
struct Kernel {
  char letter;  // in the chart
  const char* name;
  void (*run)(const Real* a, const Real* b, Real* c, std::size_t n);
  Reference<Real> reference;
  double (*flops)(std::size_t n);
  int values;
  bool square;  // works on rows(n)^2 elements

  std::size_t elements(std::size_t n) const { return square ? rows(n) * rows(n) : n; }
  double intensity(std::size_t n) const { return flops(n) / (values * sizeof(Real)); }  // flop per byte
  // The terms are never negative, so there is no cancellation: every operation adds at most half a unit in the last
  // place to the relative error. The additions and comparisons of the square roots are exact.
  double bound(std::size_t n) const { return flops(n) * (sizeof(Real) == 4 ? 0x1p-23 : 0x1p-52) / 2 * 1.01; }
};

template <typename Real>
std::span<const Kernel<Real>> ladder();

// A kernel's place under the roof, and the chart of all kernels: both axes are logarithmic, a factor of two per mark.
struct Point {
  char letter;
  double intensity, flops;  // flop per byte, flop per second
};
std::string chart(double bytes_per_second, double flops_per_second, const std::vector<Point>& points);

}  // namespace roofline
