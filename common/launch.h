// Launch sizes.
#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>

// The number of blocks that gives at least n threads. At least 1: an empty grid is an error in CUDA.
// Throws std::length_error if a grid cannot hold them.
inline int blocks_for(std::size_t n, int block_size) {
  const std::size_t blocks = n == 0 ? 1 : (n - 1) / block_size + 1;
  if (blocks > std::numeric_limits<int>::max()) throw std::length_error("more blocks than a grid holds");
  return static_cast<int>(blocks);
}
