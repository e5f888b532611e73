// The same matrix, one right side after the other: what is computed once, and what each time?
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "common/cublas.h"
#include "common/cusolver.h"
#include "common/owners.h"

namespace factor_once {

struct Handles {
  CusolverHandle solver;
  CublasHandle blas;
};

// The buffers of a method, in device memory: created once for n equations, and reused.
struct Memory {
  Memory(const Handles& handles, int n);

  DeviceBuffer<double> factors, inverse, work;
  DeviceBuffer<int> pivots, info;
};

// The rungs. a is a matrix of n * n numbers by columns, and xs has steps + 1 columns of n numbers, both in device
// memory; n is 1 or more. Column k of xs, from 1 on, becomes the solution of A x = column k - 1. a and column 0 are not
// changed. The rungs work in the default stream. They throw CudaError, and LibraryError if the matrix is singular.
struct Rung {
  const char* name;
  void (*run)(const Handles& handles, const double* a, double* xs, int n, int steps, Memory& memory);
};

std::span<const Rung> ladder();

// ---- On the CPU.
// A matrix whose inverse is near: the unit matrix, and numbers of at most 1 / (2 n). So |A| < 1.5, and |the inverse of
// A| < 2, both as the largest sum over a row: its condition is less than 3.
std::vector<double> near_the_unit_matrix(int n, unsigned seed);

// The largest |A x - b| / (|A| |x| + |b|) over all steps, each the largest absolute value; NaN if one is NaN.
double residual_cpu(const std::vector<double>& a, const std::vector<double>& xs, int n, int steps);

// Its bound, n n u for LU (the lesson linear_solve has the sources). The product with a computed inverse may be off by
// the condition times as much (Higham, "Accuracy and Stability of Numerical Algorithms", section 14.1).
inline double residual_bound(int n) {
  return 3 * 8.0 * n * n * (std::numeric_limits<double>::epsilon() / 2);
}

}  // namespace factor_once
