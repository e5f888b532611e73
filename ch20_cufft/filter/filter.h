// A low pass: the frequencies of a signal above a limit are removed from its spectrum, the rest is transformed back.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

#include "common/cufft.h"

namespace filter {

// n real numbers have n / 2 + 1 frequencies.
__host__ __device__ constexpr std::size_t frequencies(std::size_t n) {
  return n / 2 + 1;
}

// The rungs. x: n values, not changed. y: n values, or 2 * frequencies(n) for in_place, whose first n are the result.
// spectrum: frequencies(n) values, which in_place does not use. plans are those for n. Frequencies above cutoff (in
// periods per n elements) are dropped. n is 1 at least. They do not wait for the device, and throw CudaError or
// LibraryError.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* y, FftComplex<Real>* spectrum, std::size_t n, std::size_t cutoff,
              const RealFft<Real>& plans, cudaStream_t stream);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// ---- The reference, in double: the sums themselves, for the frequencies that are kept.
template <typename Real>
std::vector<double> low_pass_cpu(const std::vector<Real>& x, std::size_t cutoff) {
  const std::size_t n = x.size();
  std::vector<std::complex<double>> roots(n);
  for (std::size_t j = 0; j < n; ++j)
    roots[j] = std::polar(1.0, 2 * std::acos(-1.0) * static_cast<double>(j) / static_cast<double>(n));
  std::vector<double> y(n);
  for (std::size_t k = 0; k < frequencies(n) && k <= cutoff; ++k) {
    double re = 0, im = 0;
    for (std::size_t j = 0, turn = 0; j < n; ++j, turn = (turn + k) % n) {
      re += x[j] * roots[turn].real();
      im -= x[j] * roots[turn].imag();
    }
    // n - k belongs to the same frequency, unless it is k.
    const double scale = (k == 0 || 2 * k == n ? 1.0 : 2.0) / static_cast<double>(n);
    for (std::size_t j = 0, turn = 0; j < n; ++j, turn = (turn + k) % n)
      y[j] += scale * (re * roots[turn].real() - im * roots[turn].imag());
  }
  return y;
}

// The 2-norm of the first n of values minus expected, relative to x's.
template <typename Real>
double error_of(const std::vector<Real>& values, const std::vector<double>& expected, const std::vector<Real>& x) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    difference += (values[i] - expected[i]) * (values[i] - expected[i]);
    size += double{x[i]} * double{x[i]};
  }
  return difference == 0 ? 0 : std::sqrt(difference / size);
}

// Two transforms. The kernel in between multiplies by 1 / n, rounded twice, or by 0, so it makes no norm larger.
template <typename Real>
double error_bound(std::size_t n) {
  return 2 * fft_bound<Real>(n) + 2 * std::numeric_limits<Real>::epsilon();
}

}  // namespace filter
