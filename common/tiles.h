// Matrices divided into tiles, one block each. A one-dimensional grid can have 2^31 - 1 tiles; along y it could have
// 65535.
#pragma once

#include <cstddef>

#include "common/launch.h"

// The number of blocks. Throws std::length_error if a grid cannot hold them. At least 1: skip empty matrices.
inline int tiles_of(std::size_t rows, std::size_t cols, int tile_rows, int tile_cols) {
  const std::size_t down = blocks_for(rows, tile_rows), across = blocks_for(cols, tile_cols);
  return blocks_for(down * across, 1);
}
