// Poisson's equation on a square, -(u_xx + u_yy) = f with u = 0 at the edge: five numbers for each equation, and zeros.
// Solved by steps that only multiply with the matrix, and by factorisations.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace sparse_solve {

// By compressed rows: entries of row i are offsets[i] to offsets[i + 1] - 1.
struct Csr {
  std::vector<int> offsets, columns;  // columns ascending in each row
  std::vector<double> values;

  int rows() const { return static_cast<int>(offsets.size()) - 1; }
  int entries() const { return static_cast<int>(columns.size()); }
};

// The five-point formula on side * side inner points, times h^2: 4 for a point, -1 for each neighbour that is not at
// the edge. Symmetric and positive definite. side >= 1.
Csr poisson(int side);

// The result of a method.
struct Solution {
  std::vector<double> x;
  int steps;        // of the method of conjugate gradients; 0 for a factorisation
  double solve_ms;  // from the system in device memory to x there, by the host's clock
};

// The rungs. Conjugate gradients end when |b - A x| <= tolerance * |b| by their own r, checked every `between` steps,
// or after most_steps(a); the others ignore both. They throw LibraryError and CudaError, dense for a system that does
// not fit into memory.
struct Rung {
  const char* name;
  Solution (*run)(const Csr& a, const std::vector<double>& b, double tolerance);
};

inline constexpr int between = 10;
inline constexpr int most_dense = 20'000;  // rows: 3.2 GB

// Without rounding, as many steps as rows are enough.
inline int most_steps(const Csr& a) {
  return 2 * a.rows() + between;
}

std::span<const Rung> ladder();

// Rungs of it that are host code (factorised.cpp).
Solution dense(const Csr& a, const std::vector<double>& b, double tolerance);   // Cholesky, zeros included
Solution direct(const Csr& a, const std::vector<double>& b, double tolerance);  // Cholesky of the entries

// ---- On the CPU.
// |b - A x| / |b| in the 2-norm.
double residual_cpu(const Csr& a, const std::vector<double>& b, const std::vector<double>& x);

// The quotient of the matrix' largest and smallest eigenvalues, 4 - 2 cos - 2 cos of multiples of pi / (side + 1).
inline double condition(int side) {
  const double angle = std::acos(-1.0) / (side + 1);
  return (1 + std::cos(angle)) / (1 - std::cos(angle));
}

// After this many steps the error of x, in the energy norm, is at most `tolerance` of its first value: each step
// reduces it by at least (root - 1) / (root + 1), root the square root of the condition (Hestenes and Stiefel, 1952;
// the bound is in Saad, "Iterative Methods for Sparse Linear Systems", section 6.11.3).
inline double steps_in_theory(int side, double tolerance) {
  const double root = std::sqrt(condition(side));
  return std::log(tolerance / 2) / std::log((root - 1) / (root + 1));
}

}  // namespace sparse_solve
