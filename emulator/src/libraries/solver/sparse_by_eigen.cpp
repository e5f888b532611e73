// Eigen's sparse factorisations. They order the unknowns for little fill-in (AMD); only if there is no solution is the
// matrix factorised once more in its own order, because the failing step is reported in the program's numbering.
#include "libraries/solver/sparse_by_eigen.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "libraries/solver/eigen_options.hpp"
// After the options.
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseLU>
#include <Eigen/SparseQR>

namespace cuda_emulator::solver {
namespace {

using Order = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;
using Natural = Eigen::NaturalOrdering<int>;
using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Vector = Eigen::VectorXd;

// The matrix, or its lower triangle, with the unknown i called order(i).
Sparse matrix_of(int n, const std::vector<SparseEntry>& entries, bool lower, const int* order) {
  std::vector<Eigen::Triplet<double, int>> triplets;
  triplets.reserve(entries.size());
  for (const SparseEntry& e : entries) {
    if (lower && e.column > e.row) continue;
    int row = order ? order[e.row] : e.row, column = order ? order[e.column] : e.column;
    if (lower && column > row) std::swap(row, column);
    triplets.emplace_back(row, column, e.value);
  }
  Sparse matrix(n, n);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

struct Lu : Eigen::SparseLU<Sparse, Natural> {
  [[nodiscard]] double least_pivot() {
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index j = 0; j < this->cols(); ++j) {
      for (Lu::SCMatrix::InnerIterator it(this->m_Lstore, j); it; ++it) {
        if (it.index() == j) least = std::min(least, std::abs(it.value()));
      }
    }
    return least;
  }
};

// The first column that is a combination of those before it, to the tolerance or to rounding errors.
int first_dependent_column(const Sparse& matrix, double tolerance) {
  const int n = static_cast<int>(matrix.cols());
  double longest = 0;
  for (int j = 0; j < n; ++j) longest = std::max(longest, matrix.col(j).norm());
  Eigen::SparseQR<Sparse, Natural> qr;
  qr.setPivotThreshold(std::max(tolerance, 20.0 * (2.0 * n) * longest * std::numeric_limits<double>::epsilon()));
  qr.compute(matrix);
  // Dependent columns were moved behind the others.
  int first = n - 1;
  for (Eigen::Index k = qr.rank(); k < n; ++k) first = std::min(first, qr.colsPermutation().indices()(k));
  return first;
}

// Is the matrix regular? If it is singular, x becomes NaN.
bool solve_exchanging_rows(const Sparse& matrix, double tolerance, Vector& x) {
  Lu lu;
  lu.compute(matrix);
  if (lu.info() != Eigen::Success) {
    x.setConstant(std::numeric_limits<double>::quiet_NaN());
    return false;
  }
  x = lu.solve(x).eval();
  return lu.least_pivot() > tolerance;
}

// The step without a positive pivot, or no_singularity.
int solve_by_cholesky(const Sparse& matrix, Vector& x) {
  const Eigen::SimplicialLDLT<Sparse, Eigen::Lower, Natural> ldlt(matrix);
  // The factorisation stops at a pivot of 0; the earlier ones are computed.
  const Vector pivots = ldlt.vectorD();
  for (Eigen::Index k = 0; k < pivots.size(); ++k) {
    if (!(pivots[k] > 0)) return static_cast<int>(k);
  }
  x = ldlt.solve(x).eval();
  return no_singularity;
}

}  // namespace

int solve_sparse(int n, const std::vector<SparseEntry>& entries, double tolerance, Method method, double* x) try {
  if (n == 0) return no_singularity;
  const bool lower = method == Method::cholesky;
  Order order;
  Eigen::AMDOrdering<int>()(matrix_of(n, entries, lower, nullptr), order);
  const Order place = order.inverse();
  const Sparse matrix = matrix_of(n, entries, lower, place.indices().data());
  Vector right(n);
  for (int i = 0; i < n; ++i) right[place.indices()[i]] = x[i];
  int singular = no_singularity;
  if (lower) {
    singular = solve_by_cholesky(matrix, right);
    if (singular >= 0) {
      Vector unused = right;
      return std::max(0, solve_by_cholesky(matrix_of(n, entries, lower, nullptr), unused));
    }
  } else if (!solve_exchanging_rows(matrix, tolerance, right)) {
    singular = first_dependent_column(matrix_of(n, entries, lower, nullptr), tolerance);
  }
  for (int i = 0; i < n; ++i) x[i] = right[place.indices()[i]];
  return singular;
} catch (const std::bad_alloc&) {
  return no_memory;
}

}  // namespace cuda_emulator::solver
