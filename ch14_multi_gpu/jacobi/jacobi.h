// Heat in a plate by Jacobi's method, for several lessons: the reference, and the division of a plate into slabs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace jacobi {

// One step. Every inner point becomes the mean of its four neighbours; the points on the rim keep their value. The sums
// are added in this order everywhere, so that results agree in every bit.
inline std::vector<float> step_cpu(const std::vector<float>& u, std::size_t rows, std::size_t cols) {
  std::vector<float> v = u;
  for (std::size_t i = cols; i < (rows - 1) * cols; ++i)
    if (i % cols != 0 && i % cols != cols - 1) v[i] = 0.25f * ((u[i - cols] + u[i + cols]) + (u[i - 1] + u[i + 1]));
  return v;
}

// Floats from one row to the next in device memory: whole warps with four columns per thread.
inline std::size_t pitch_for(std::size_t cols) {
  constexpr std::size_t columns_of_warp = 128;
  return (cols + columns_of_warp - 1) / columns_of_warp * columns_of_warp;
}

// The number of slabs of a plate of this size on `gpus` GPUs: fewer if one would have less than two rows. Throws
// std::invalid_argument for a plate of fewer than three rows or columns.
inline std::size_t slabs_for(std::size_t gpus, std::size_t rows, std::size_t cols) {
  if (rows < 3 || cols < 3) throw std::invalid_argument("a plate has at least 3 rows and 3 columns");
  return std::clamp<std::size_t>((rows - 2) / 2, 1, gpus);
}

// The inner rows are divided into slabs that differ by one row at most: the first row of slab s of `count`.
inline std::size_t first_row(std::size_t s, std::size_t count, std::size_t rows) {
  return 1 + (rows - 2) * s / count;
}

}  // namespace jacobi
