// Transpose of a matrix through shared memory. Each rung removes one cost of the rung before it.
#pragma once

#include <cstddef>
#include <vector>

namespace transpose_shared {

// The reference.
template <typename Real>
std::vector<Real> transpose_cpu(const std::vector<Real>& in, std::size_t rows, std::size_t cols) {
  std::vector<Real> out(in.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t col = 0; col < cols; ++col) out[col * rows + row] = in[row * cols + col];
  return out;
}

// The rungs. in (rows x cols) and out (cols x rows) point to device memory at multiples of 16 bytes, do not overlap and
// are stored row after row. in is not changed, all of out is overwritten; any side may be 0. A rung does not wait for
// the device, and throws CudaError if a launch fails.
template <typename Real>
void transpose_conflict(const Real* in, Real* out, std::size_t rows, std::size_t cols);  // a warp reads from one bank
template <typename Real>
void transpose_padded(const Real* in, Real* out, std::size_t rows, std::size_t cols);  // a column more, never used
template <typename Real>
void transpose_swizzled(const Real* in, Real* out, std::size_t rows, std::size_t cols);  // columns permuted instead
template <typename Real>
void transpose_wide(const Real* in, Real* out, std::size_t rows, std::size_t cols);  // 16 bytes an access
template <typename Real>
void transpose_ahead(const Real* in, Real* out, std::size_t rows, std::size_t cols);  // 256 bytes a visit to memory

// No rung: what the transpose could reach at best. Copies n elements, 16 bytes a thread.
template <typename Real>
void copy_wide(const Real* in, Real* out, std::size_t n);

template <typename Real>
struct Rung {
  const char* name;
  void (*transpose)(const Real* in, Real* out, std::size_t rows, std::size_t cols);
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"conflict", transpose_conflict<Real>}, {"padded", transpose_padded<Real>}, {"swizzled", transpose_swizzled<Real>},
    {"wide", transpose_wide<Real>},         {"ahead", transpose_ahead<Real>},
};

// Library transposes of the same signature, filled by peers.cu where the library is.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> list;
  return list;
}

}  // namespace transpose_shared
