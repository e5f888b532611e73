// Matrices cut into tiles, a block each. A grid of one dimension has room for 2^31 - 1 tiles; along y it would have
// room for 65535.
#pragma once

#include <cstddef>

#include "common/launch.h"

// How many blocks it takes. Throws std::length_error if a grid cannot hold them. At least 1: skip empty matrices.
inline int tiles_of(std::size_t rows, std::size_t cols, int tile_rows, int tile_cols) {
  const std::size_t down = blocks_for(rows, tile_rows), across = blocks_for(cols, tile_cols);
  return blocks_for(down * across, 1);
}

// The upper left corner of this block's tile.
struct Corner {
  std::size_t row, col;
};

// Consecutive blocks have tiles side by side.
__device__ inline Corner corner_along_rows(std::size_t cols, int tile_rows, int tile_cols) {
  const unsigned across = static_cast<unsigned>((cols + tile_cols - 1) / tile_cols);
  return {std::size_t{blockIdx.x / across} * tile_rows, std::size_t{blockIdx.x % across} * tile_cols};
}

// Consecutive blocks have tiles one below the other.
__device__ inline Corner corner_along_columns(std::size_t rows, int tile_rows, int tile_cols) {
  const unsigned down = static_cast<unsigned>((rows + tile_rows - 1) / tile_rows);
  return {std::size_t{blockIdx.x % down} * tile_rows, std::size_t{blockIdx.x / down} * tile_cols};
}
