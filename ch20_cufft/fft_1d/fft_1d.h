// The Fourier transform of many signals: X[k] = sum over j of x[j] exp(-2 pi i j k / n), without a factor 1 / n.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "common/cufft.h"
#include "common/values.h"

namespace fft_1d {

// One task. All pointers are to device memory and do not overlap.
template <typename Real>
struct Task {
  const FftComplex<Real>* x;  // batch signals of n elements, one after the other; not changed
  FftComplex<Real>* y;        // their transforms in the same order
  std::size_t n, batch;       // either may be 0
  FftComplex<Real>* scratch;  // batch * n elements; only fast_sum uses them
};

// cuFFT's, with a plan for (n, batch) and complex_to_complex<Real>. Throws LibraryError.
template <typename Real>
void planned(const FftPlan& plan, const Task<Real>& task, cudaStream_t stream = nullptr);

// The rungs. They do not wait for the device; they throw CudaError if a launch fails. fast_sum throws
// std::invalid_argument unless n is a power of two.
template <typename Real>
struct Rung {
  const char* name;
  bool powers_of_two;  // takes no other n
  void (*run)(const Task<Real>& task, cudaStream_t stream);
  double (*bound)(std::size_t n);
};

// The largest error, relative to the reference in the 2-norm; fft_bound in common/cufft.h is that of the fast ones. A
// sum of n products: an element is off by at most (n + 12) u times the sum of all |x[j]|, which is at most sqrt(n)
// times the 2-norm of x; and the transform's norm is sqrt(n) times that of x.
template <typename Real>
double direct_bound(std::size_t n) {
  const double u = std::numeric_limits<Real>::epsilon() / 2;
  return (static_cast<double>(n) + 12) * u * std::sqrt(static_cast<double>(n));
}
template <typename Real>
std::span<const Rung<Real>> ladder();

template <typename Real>
std::vector<FftComplex<Real>> random_signal(std::size_t n, unsigned seed) {
  const std::vector<Real> parts = random_reals<Real>(2 * n, -1, 1, seed);
  std::vector<FftComplex<Real>> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = {parts[2 * i], parts[2 * i + 1]};
  return x;
}

// The sum of all |x[i]|^2.
template <typename Complex>
double energy(const std::vector<Complex>& x) {
  double sum = 0;
  for (const Complex& z : x) sum += double{z.x} * double{z.x} + double{z.y} * double{z.y};
  return sum;
}

// ---- The reference: the sum in double, for k = first, first + step, and so on.
template <typename Complex>
std::vector<std::complex<double>> transform_cpu(const Complex* x, std::size_t n, std::size_t first = 0,
                                                std::size_t step = 1) {
  std::vector<std::complex<double>> roots(n), sums;
  for (std::size_t j = 0; j < n; ++j)
    roots[j] = std::polar(1.0, -2 * std::acos(-1.0) * static_cast<double>(j) / static_cast<double>(n));
  for (std::size_t k = first; k < n; k += step) {
    std::complex<double> sum = 0;
    for (std::size_t j = 0, turn = 0; j < n; ++j, turn = (turn + k) % n)
      sum += std::complex<double>(x[j].x, x[j].y) * roots[turn];
    sums.push_back(sum);
  }
  return sums;
}

// The 2-norm of values minus the reference, relative to the whole transform's norm, which is that of x times sqrt(n).
// values: y[first], y[first + step], and so on; expected: transform_cpu's for the same.
template <typename Complex>
double transform_error(const Complex* y, const Complex* x, std::size_t n,
                       const std::vector<std::complex<double>>& expected, std::size_t first = 0, std::size_t step = 1) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const Complex& value = y[first + i * step];
    difference += std::norm(std::complex<double>(value.x, value.y) - expected[i]);
  }
  for (std::size_t j = 0; j < n; ++j) size += std::norm(std::complex<double>(x[j].x, x[j].y));
  return difference == 0 ? 0 : std::sqrt(difference / size / static_cast<double>(n));
}

template <typename Complex>
double transform_error(const Complex* y, const Complex* x, std::size_t n, std::size_t first = 0, std::size_t step = 1) {
  return transform_error(y, x, n, transform_cpu(x, n, first, step), first, step);
}

}  // namespace fft_1d
