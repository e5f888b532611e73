// Sparse systems of equations, solved by Eigen.
#pragma once
#include <complex>
#include <vector>

namespace cuda_emulator::solver {

enum class Method { exchanging_rows, cholesky };

template <class T>
struct SparseEntry {
  int row, column;
  T value;
};

// Results of solve_sparse that are not the number of a step.
inline constexpr int no_singularity = -1, no_memory = -2;

// x = A^-1 x of n equations; entries at the same place are added, and Cholesky's method reads only the lower triangle.
// Returns no_singularity, or the first column that is a combination of those before it, to the tolerance (Cholesky's
// method: the first step without a positive pivot), or no_memory. T is double or std::complex<double>.
template <class T>
int solve_sparse(int n, const std::vector<SparseEntry<T>>& entries, double tolerance, Method method, T* x);

}  // namespace cuda_emulator::solver
