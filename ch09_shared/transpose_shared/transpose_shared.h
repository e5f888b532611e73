// B = A^T through shared memory. Each rung removes one cost of the rung before it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace transpose_shared {

// The reference: a has rows x cols values, row after row, the result cols x rows.
template <typename Real>
std::vector<Real> transpose_cpu(const std::vector<Real>& a, std::size_t rows, std::size_t cols) {
  std::vector<Real> b(a.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t col = 0; col < cols; ++col) b[col * rows + row] = a[row * cols + col];
  return b;
}

// Not a rung, since it does not transpose: copies n elements, 16 bytes per thread.
template <typename Real>
void copy_wide(const Real* in, Real* out, std::size_t n);

// The rungs. a and b point to device memory at multiples of 16 bytes and must not overlap: rows x cols values each, row
// after row; a is not changed, all of b is overwritten; rows and cols may be 0. A rung does not wait for the device,
// and throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* a, Real* b, std::size_t rows, std::size_t cols);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// Library transposes of the same signature, filled by peers.cu where the library is.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> list;
  return list;
}

}  // namespace transpose_shared
