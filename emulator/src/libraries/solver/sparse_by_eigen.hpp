// Sparse systems of equations of doubles, solved by Eigen.
#pragma once
#include <vector>

namespace cuda_emulator::solver {

enum class Method { exchanging_rows, cholesky };

struct SparseEntry {
  int row, column;
  double value;
};

// Results of solve_sparse that are not the number of a step.
inline constexpr int no_singularity = -1, no_memory = -2;

// x = A^-1 x of n equations; entries at the same place are added, and Cholesky's method reads only the lower triangle.
// Returns no_singularity, or the first column that is a combination of those before it, to the tolerance (Cholesky's
// method: the first step without a positive pivot), or no_memory.
int solve_sparse(int n, const std::vector<SparseEntry>& entries, double tolerance, Method method, double* x);

}  // namespace cuda_emulator::solver
