// Eigen's sparse factorisations. They order the unknowns for little fill-in (AMD); only if there is no solution is the
// matrix factorised once more in its own order, because the failing step is reported in the program's numbering.
#include "libraries/solver/sparse_by_eigen.hpp"

#include <algorithm>
#include <limits>
#include <new>

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
template <class T>
using Sparse = Eigen::SparseMatrix<T, Eigen::ColMajor, int>;
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

// The matrix, or its lower triangle, with the unknown i called order(i).
template <class T>
Sparse<T> matrix_of(int n, const std::vector<SparseEntry<T>>& entries, bool lower, const int* order) {
  std::vector<Eigen::Triplet<T, int>> triplets;
  triplets.reserve(entries.size());
  for (const SparseEntry<T>& e : entries) {
    if (lower && e.column > e.row) continue;
    const int row = order ? order[e.row] : e.row, column = order ? order[e.column] : e.column;
    if (lower && column > row) {
      triplets.emplace_back(column, row, Eigen::numext::conj(e.value));
    } else {
      triplets.emplace_back(row, column, e.value);
    }
  }
  Sparse<T> matrix(n, n);
  matrix.setFromTriplets(triplets.begin(), triplets.end());
  return matrix;
}

template <class T>
struct Lu : Eigen::SparseLU<Sparse<T>, Natural> {
  [[nodiscard]] double least_pivot() {
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index j = 0; j < this->cols(); ++j) {
      for (typename Lu::SCMatrix::InnerIterator it(this->m_Lstore, j); it; ++it) {
        if (it.index() == j) least = std::min(least, std::abs(it.value()));
      }
    }
    return least;
  }
};

// The first column that is a combination of those before it, to the tolerance or to rounding errors.
template <class T>
int first_dependent_column(const Sparse<T>& matrix, double tolerance) {
  const int n = static_cast<int>(matrix.cols());
  double longest = 0;
  for (int j = 0; j < n; ++j) longest = std::max(longest, matrix.col(j).norm());
  Eigen::SparseQR<Sparse<T>, Natural> qr;
  qr.setPivotThreshold(std::max(tolerance, 20.0 * (2.0 * n) * longest * std::numeric_limits<double>::epsilon()));
  qr.compute(matrix);
  // Dependent columns were moved behind the others.
  int first = n - 1;
  for (Eigen::Index k = qr.rank(); k < n; ++k) first = std::min(first, qr.colsPermutation().indices()(k));
  return first;
}

// Is the matrix regular? If it is singular, x becomes NaN.
template <class T>
bool solve_exchanging_rows(const Sparse<T>& matrix, double tolerance, Vector<T>& x) {
  Lu<T> lu;
  lu.compute(matrix);
  if (lu.info() != Eigen::Success) {
    x.setConstant(T(std::numeric_limits<double>::quiet_NaN()));
    return false;
  }
  x = lu.solve(x).eval();
  return lu.least_pivot() > tolerance;
}

// The step without a positive pivot, or no_singularity.
template <class T>
int solve_by_cholesky(const Sparse<T>& matrix, Vector<T>& x) {
  const Eigen::SimplicialLDLT<Sparse<T>, Eigen::Lower, Natural> ldlt(matrix);
  // The factorisation stops at a pivot of 0; the earlier ones are computed.
  const Vector<T> pivots = ldlt.vectorD();
  for (Eigen::Index k = 0; k < pivots.size(); ++k) {
    if (!(std::real(pivots[k]) > 0)) return static_cast<int>(k);
  }
  x = ldlt.solve(x).eval();
  return no_singularity;
}

}  // namespace

template <class T>
int solve_sparse(int n, const std::vector<SparseEntry<T>>& entries, double tolerance, Method method, T* x) try {
  if (n == 0) return no_singularity;
  const bool lower = method == Method::cholesky;
  Order order;
  Eigen::AMDOrdering<int>()(matrix_of<T>(n, entries, lower, nullptr), order);
  const Order place = order.inverse();
  const Sparse<T> matrix = matrix_of<T>(n, entries, lower, place.indices().data());
  Vector<T> right(n);
  for (int i = 0; i < n; ++i) right[place.indices()[i]] = x[i];
  int singular = no_singularity;
  if (lower) {
    singular = solve_by_cholesky(matrix, right);
    if (singular >= 0) {
      Vector<T> unused = right;
      return std::max(0, solve_by_cholesky(matrix_of<T>(n, entries, lower, nullptr), unused));
    }
  } else if (!solve_exchanging_rows(matrix, tolerance, right)) {
    singular = first_dependent_column(matrix_of<T>(n, entries, lower, nullptr), tolerance);
  }
  for (int i = 0; i < n; ++i) x[i] = right[place.indices()[i]];
  return singular;
} catch (const std::bad_alloc&) {
  return no_memory;
}

template int solve_sparse(int, const std::vector<SparseEntry<double>>&, double, Method, double*);
template int solve_sparse(int, const std::vector<SparseEntry<std::complex<double>>>&, double, Method,
                          std::complex<double>*);

}  // namespace cuda_emulator::solver
