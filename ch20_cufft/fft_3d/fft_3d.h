// The Fourier transform of a volume, by one plan, and by plans for parts of its dimensions.
#pragma once

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "common/cufft.h"

namespace fft_3d {

// Elements by slices and rows: (x, y, z) has the index (z * size.y + y) * size.x + x.
struct Size {
  int x, y, z;  // 1 or more each

  std::size_t points() const { return std::size_t(x) * y * z; }
};

using Exact = std::vector<std::complex<double>>;

// The reference: in each dimension the sum of the definition.
Exact transform_cpu(Exact values, Size size);

// ||values - expected|| / ||expected|| in the 2-norm; NaN if a value is NaN.
template <typename Complex>
double error_of(const std::vector<Complex>& values, const Exact& expected) {
  if (values.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    difference += std::norm(std::complex<double>(values[i].x, values[i].y) - expected[i]);
    size += std::norm(expected[i]);
  }
  return difference == 0 ? 0 : std::sqrt(difference / size);
}

// A plan for many transforms of n elements whose elements are `stride` apart: transform b begins at element b. In
// place.
template <typename Real>
class ColumnsPlan {
 public:
  ColumnsPlan(int n, int stride, int columns) {
    // The layout of both sides: with nullptr in place of `all`, cuFFT would ignore the stride.
    int sizes[] = {n}, all[] = {n};
    check(cufftPlanMany(&plan_, 1, sizes, all, stride, 1, all, stride, 1, complex_to_complex<Real>, columns));
  }
  ~ColumnsPlan() { cufftDestroy(plan_); }
  ColumnsPlan(const ColumnsPlan&) = delete;
  ColumnsPlan& operator=(const ColumnsPlan&) = delete;

  void use(cudaStream_t stream) const { check(cufftSetStream(plan_, stream)); }
  void forward(cufftComplex* values) const { check(cufftExecC2C(plan_, values, values, CUFFT_FORWARD)); }
  void forward(cufftDoubleComplex* values) const { check(cufftExecZ2Z(plan_, values, values, CUFFT_FORWARD)); }

 private:
  cufftHandle plan_ = 0;
};

// All plans for a size, made once.
template <typename Real>
struct Plans {
  explicit Plans(Size size)
      : size(size),
        whole({size.z, size.y, size.x}, complex_to_complex<Real>),
        slices({size.y, size.x}, complex_to_complex<Real>, size.z),
        rows({size.x}, complex_to_complex<Real>, size.y * size.z),
        along_y(size.y, size.x, size.x),
        along_z(size.z, size.x * size.y, size.x * size.y) {}

  Size size;
  FftPlan whole, slices, rows;
  ColumnsPlan<Real> along_y, along_z;
};

// The rungs: the transform of x goes to y; both point to size.points() elements in device memory. x is not changed. A
// rung does not wait for the device, and throws LibraryError.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Plans<Real>& plans, const FftComplex<Real>* x, FftComplex<Real>* y, cudaStream_t stream);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace fft_3d
