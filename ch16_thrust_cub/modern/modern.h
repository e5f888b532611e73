// One step of the heat equation on a grid of rows x cols cells, written in the forms that current CUDA C++ offers.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace modern {

// The new temperature of a cell inside of the grid. alpha is the step's length times the conductivity, divided by the
// square of a cell's side; the steps are stable up to 1/4. All rungs call this function. A compiler may round a product
// and a sum once or twice, and 4 * here is exact; std::fma rounds once, so all results are equal bit by bit.
template <typename Real>
__host__ __device__ Real stepped(Real here, Real up, Real down, Real left, Real right, Real alpha) {
  return std::fma(alpha, (up + down) + (left + right) - 4 * here, here);
}

// Cells at the edge of the grid keep their temperature.
__host__ __device__ inline bool at_edge(std::size_t row, std::size_t col, std::size_t rows, std::size_t cols) {
  return row == 0 || row + 1 == rows || col == 0 || col + 1 == cols;
}

// The reference, in double.
template <typename Real>
std::vector<double> step_cpu(const std::vector<Real>& heat, std::size_t rows, std::size_t cols, Real alpha) {
  std::vector<double> next(heat.begin(), heat.end());
  for (std::size_t row = 1; row + 1 < rows; ++row) {
    for (std::size_t col = 1; col + 1 < cols; ++col) {
      const Real* const here = &heat[row * cols + col];
      next[row * cols + col] = stepped<double>(*here, *(here - cols), *(here + cols), *(here - 1), *(here + 1), alpha);
    }
  }
  return next;
}

// A bound for the absolute error, for temperatures from -1 to 1 and alpha up to 1/4. With u = epsilon / 2: each sum of
// two neighbours has an error of 2u at most, the sum of four 4u more, and the difference, of a magnitude of 8, 8u more.
// That makes 16u, of which a quarter remains; the result, at most 1, adds u.
template <typename Real>
double error_bound() {
  return 2.5 * std::numeric_limits<Real>::epsilon();
}

// A rung. heat and next point to device memory, rows * cols values each, row by row; heat is not changed, next is
// overwritten; rows and cols may be 0. It does not wait for the device, and throws CudaError or thrust::system_error.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* heat, Real* next, std::size_t rows, std::size_t cols, Real alpha, cudaStream_t stream);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace modern
