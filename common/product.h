// Matrix product c = a b: shared by its lessons. Their rungs have one signature, and one reference.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "common/check.h"

namespace product {

// The sides: a has rows x inner elements, b inner x cols, c rows x cols, each stored by rows.
struct Shape {
  std::size_t rows, inner, cols;
};

// The reference for some rows of c. It adds in double, so that all rounding errors are the GPU's.
template <typename Real>
void multiply_rows_cpu(const std::vector<Real>& a, const std::vector<Real>& b, Shape shape, std::size_t first,
                       std::size_t last, std::vector<Real>& c) {
  std::vector<double> sums(shape.cols);
  for (std::size_t row = first; row < last; ++row) {
    sums.assign(shape.cols, 0);
    for (std::size_t k = 0; k < shape.inner; ++k) {
      const double factor = a[row * shape.inner + k];
      for (std::size_t col = 0; col < shape.cols; ++col) sums[col] += factor * b[k * shape.cols + col];
    }
    for (std::size_t col = 0; col < shape.cols; ++col) c[row * shape.cols + col] = static_cast<Real>(sums[col]);
  }
}

template <typename Real>
std::vector<Real> multiply_cpu(const std::vector<Real>& a, const std::vector<Real>& b, Shape shape) {
  std::vector<Real> c(shape.rows * shape.cols);
  multiply_rows_cpu(a, b, shape, 0, shape.rows, c);
  return c;
}

// The largest relative error of an element if no factor is negative: a sum of inner products, each addition of which
// adds at most the rounding u to it. The product and the reference round once more each.
template <typename Real>
double error_bound(std::size_t inner) {
  return (static_cast<double>(inner) + 2) * std::numeric_limits<Real>::epsilon() / 2;
}

// A rung. a, b and c point to device memory aligned to 16 bytes. a and b are not changed, every element of c is
// overwritten; any side may be 0. It does not wait for the device, and throws CudaError if a launch fails,
// std::length_error if no grid can hold the result.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* a, const Real* b, Real* c, Shape shape);
  Needs needs = {};
};

// Library products of the same signature; empty if no library is built in (product_cublas.h).
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> list;
  return list;
}

}  // namespace product
