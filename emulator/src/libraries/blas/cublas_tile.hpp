// A tile of a product of matrices. The operands' parts have been copied side by side, so that the innermost loops
// access contiguous elements whatever op(A) and op(B) are.
#pragma once
#include <cstddef>

namespace cuda_emulator::blas {

inline constexpr std::ptrdiff_t tile_rows = 64, tile_columns = 32, tile_depth = 64;

// Adds to c[column][row] the sum of a[k][row] b[k][column].
template <class T>
void multiply_tile(const T* a, const T* b, T* c) {
  for (std::ptrdiff_t k = 0; k < tile_depth; ++k) {
    for (std::ptrdiff_t j = 0; j < tile_columns; ++j) {
      for (std::ptrdiff_t i = 0; i < tile_rows; ++i) {
        c[j * tile_rows + i] += a[k * tile_rows + i] * b[k * tile_columns + j];
      }
    }
  }
}
template <>
void multiply_tile(const float* a, const float* b, float* c);
template <>
void multiply_tile(const double* a, const double* b, double* c);

}  // namespace cuda_emulator::blas
