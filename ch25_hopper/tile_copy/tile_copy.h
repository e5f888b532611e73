// Copies of a part of a matrix, tile by tile: by threads, and by the copy engine.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <span>
#include <vector>

#include "common/check.h"

namespace tile_copy {

// From `from`, a matrix of rows x cols floats, the part that begins at (row, col) and has part_rows x part_cols
// elements. It may begin before the matrix, and end behind it: what is not in the matrix is 0. All matrices are stored
// by rows.
struct Shape {
  std::size_t rows, cols;
  long long row, col;
  std::size_t part_rows, part_cols;
};

inline std::vector<float> copy_cpu(const std::vector<float>& from, Shape s) {
  std::vector<float> to(s.part_rows * s.part_cols);
  for (std::size_t y = 0; y < s.part_rows; ++y) {
    for (std::size_t x = 0; x < s.part_cols; ++x) {
      const std::size_t row = s.row + y, col = s.col + x;  // before the matrix: huge
      if (row < s.rows && col < s.cols) to[y * s.part_cols + x] = from[row * s.cols + col];
    }
  }
  return to;
}

// A rung. from and to point to device memory aligned to 16 bytes; any side may be 0. from is not changed, every element
// of to is overwritten. It throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const float* from, float* to, Shape shape, cudaStream_t stream);
  Needs needs = {};
};

std::span<const Rung> ladder();

}  // namespace tile_copy
