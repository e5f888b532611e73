// Launching products of matrices by warps that have tiles of their own (parts.h).
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "common/check.h"
#include "common/product.h"
#include "common/tiles.h"
#include "common/warp_tiles/parts.h"

namespace warp_tiles {

// Throws std::length_error for matrices too large for the kernels.
inline Sides sides_of(product::Shape shape) {
  constexpr std::size_t longest = std::numeric_limits<int>::max() - tile_cols;
  if (std::max({shape.rows, shape.inner, shape.cols}) > longest) throw std::length_error("a side is too long");
  return {static_cast<int>(shape.rows), static_cast<int>(shape.inner), static_cast<int>(shape.cols)};
}

inline int tiles(product::Shape shape) {
  return tiles_of(shape.rows, shape.cols, tile_rows, tile_cols);
}

// Answers products without a single multiplication: the kernels need one step at least.
inline bool answered(float* c, product::Shape shape, cudaStream_t stream = nullptr) {
  if (shape.rows == 0 || shape.cols == 0) return true;
  if (shape.inner == 0) check(cudaMemsetAsync(c, 0, shape.rows * shape.cols * sizeof(float), stream));
  return shape.inner == 0;
}

inline bool whole_tiles(product::Shape shape) {
  return shape.rows % tile_rows == 0 && shape.cols % tile_cols == 0 && shape.inner % depth == 0;
}

}  // namespace warp_tiles
