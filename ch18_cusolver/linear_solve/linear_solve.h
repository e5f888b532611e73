// Systems of equations A x = b by cuSOLVER: LU, Cholesky, QR, and LU in single precision with refinement.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "common/cublas.h"
#include "common/cusolver.h"
#include "common/owners.h"

namespace linear_solve {

// The library's handles, in the stream of all work here.
struct Handles {
  explicit Handles(cudaStream_t stream = nullptr) {
    solver.use(stream);
    check(cublasSetStream(blas, stream));
  }

  CusolverHandle solver;
  CublasHandle blas;
};

// rows * cols numbers by columns: element (i, j) has the index i + j * rows. rows >= cols >= 1.
struct Shape {
  int rows, cols;
};

// A copy of a matrix, a right side and a method's other buffers, in device memory: created once per shape, and reused.
// Every method begins with a copy of the inputs, since the library works in place.
struct Memory {
  explicit Memory(Shape shape);

  DeviceBuffer<double> a, b, tau, work;
  DeviceBuffer<float> a_single, b_single, work_single;
  DeviceBuffer<int> pivots, info;
};

// The rungs, in double. a, b (rows numbers) and x (cols numbers) are in device memory; a and b are not changed. They
// work in the handles' stream, and wait for it before they return. They throw LibraryError: with the library's status
// for wrong arguments, and with the meaning of devInfo for a matrix that the method cannot solve. lu and cholesky need
// a square matrix, cholesky one that is symmetric and positive definite, of which it reads the lower triangle.
// The x with the smallest |A x - b|, which solves the system if it has a solution. The columns must be independent.
// LU in single precision, which costs half or less; then each step solves for the residual, in double.
struct Rung {
  const char* name;
  void (*run)(const Handles& handles, const double* a, const double* b, double* x, Shape shape, Memory& memory);
};

std::span<const Rung> ladder();

inline constexpr int refinement_steps = 5;

// |b - A x|, the largest element, before the first step of refined and after each: refinement_steps + 1 numbers.
std::vector<double> refine(const Handles& handles, const double* a, const double* b, double* x, Shape shape,
                           Memory& memory);

// ---- The bound of what a square system leaves of b: |b - A x| / (|A| |x| + |b|), each the largest absolute value, of
// A the largest sum over a row. Solving is off by a small multiple of n u times the growth of the elements (Higham,
// "Accuracy and Stability of Numerical Algorithms", theorems 9.4, 10.4 and 19.5), which for random matrices is about
// n^(2/3) (Trefethen and Schreiber, 1990): together no more than n * n.
inline double residual_bound(int n) {
  return 8.0 * n * n * (std::numeric_limits<double>::epsilon() / 2);
}

// That quotient, on the CPU.
double residual_cpu(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& x,
                    Shape shape);
// |A' (b - A x)| / (|A'| (|A| |x| + |b|)): 0 where x is the nearest answer.
double normal_residual_cpu(const std::vector<double>& a, const std::vector<double>& b, const std::vector<double>& x,
                           Shape shape);

}  // namespace linear_solve
