// B = A^T through global memory alone: one of the two sides has to be strided. Which one costs less?
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace transpose {

// The reference: a has rows x cols values, row after row, the result cols x rows.
template <typename Real>
std::vector<Real> transpose_cpu(const std::vector<Real>& a, std::size_t rows, std::size_t cols) {
  std::vector<Real> b(a.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t col = 0; col < cols; ++col) b[col * rows + row] = a[row * cols + col];
  return b;
}

// The rungs. a and b point to device memory and must not overlap: rows x cols values each, row after row; a is not
// changed, all of b is overwritten; rows and cols may be 0. A rung does not wait for the device, and throws CudaError
// if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  bool transposes;  // the copy does not: its result is A
  void (*run)(const Real* a, Real* b, std::size_t rows, std::size_t cols);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// Library peers of the same form; empty where no library is built in.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> known;
  return known;
}

}  // namespace transpose
