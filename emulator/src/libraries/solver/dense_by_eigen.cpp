// Eigen's dense factorisations, for doubles only: floats are widened, which compiles faster than a second type, and the
// result is rounded once. Not its singular values: they alone would take as long to compile as a whole chapter.
#include "libraries/solver/dense_by_eigen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "libraries/solver/eigen_options.hpp"
// After the options.
#include <Eigen/Eigenvalues>
#include <Eigen/Householder>
#include <Eigen/QR>

namespace cuda_emulator::solver {
namespace {

using Matrix = Eigen::MatrixXd;
using Map = Eigen::Map<Matrix>;
using ConstMap = Eigen::Map<const Matrix>;

Dense dense(const Matrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}
Dense no_numbers(Index count) {
  return Dense(static_cast<std::size_t>(count), std::numeric_limits<double>::quiet_NaN());
}

// Jacobi's method from one side: rotates two columns of u at a time, and v's, until all of u's are orthogonal.
void make_columns_orthogonal(Matrix& u, Matrix& v) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  constexpr int most_sweeps = 60;                           // ten are usual
  const double zero = u.squaredNorm() * epsilon * epsilon;  // a column as short as that is only rounding
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < most_sweeps; ++sweep) {
    rotated = false;
    for (Index p = 0; p < u.cols(); ++p) {
      for (Index q = p + 1; q < u.cols(); ++q) {
        const double left = u.col(p).squaredNorm(), right = u.col(q).squaredNorm(), both = u.col(p).dot(u.col(q));
        if (left <= zero || right <= zero || std::abs(both) <= epsilon * std::sqrt(left * right)) continue;
        rotated = true;
        const double slope = (right - left) / (2 * both);
        const double tangent = std::copysign(1 / (std::abs(slope) + std::sqrt(1 + slope * slope)), slope);
        const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
        for (Matrix* const matrix : {&u, &v}) {
          double *const x = matrix->data() + p * matrix->rows(), *const y = matrix->data() + q * matrix->rows();
          for (Index i = 0; i < matrix->rows(); ++i) {
            const double old = x[i];
            x[i] = cosine * old - sine * y[i];
            y[i] = sine * old + cosine * y[i];
          }
        }
      }
    }
  }
}

}  // namespace

Dense eigenvalues_of(Dense& a, Index n, bool vectors) {
  if (n == 0) return {};
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(ConstMap(a.data(), n, n),
                                                     vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) {  // NaN
    a = no_numbers(n * n);
    return no_numbers(n);
  }
  if (vectors) Map(a.data(), n, n) = solver.eigenvectors();
  return dense(solver.eigenvalues());
}

SingularValues singular_values_of(const Dense& a, Index m, Index n, Index columns_of_u, bool with_v) {
  double largest = 0;
  for (const double x : a) largest = std::isfinite(x) ? std::max(largest, std::abs(x)) : x;
  if (!std::isfinite(largest)) return {no_numbers(n), no_numbers(m * columns_of_u), no_numbers(n * n)};
  const double scale = largest > 0 ? largest : 1;  // so that no square overflows
  Matrix u = ConstMap(a.data(), m, n) / scale, v = Matrix::Identity(n, n);
  make_columns_orthogonal(u, v);

  // Their lengths are the singular values.
  Dense lengths(static_cast<std::size_t>(n));
  for (Index j = 0; j < n; ++j) lengths[static_cast<std::size_t>(j)] = u.col(j).norm();
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return lengths[i] > lengths[j]; });
  SingularValues result;
  for (const std::size_t from : order) {
    result.values.push_back(lengths[from] * scale);
    const double* const column = v.data() + static_cast<Index>(from) * n;
    if (with_v) result.v.insert(result.v.end(), column, column + n);
  }
  if (columns_of_u == 0) return result;
  // A column of length 0, but for rounding, has no direction: it and the columns that A has not are any that are
  // orthogonal to the others.
  const double least = n == 0 ? 0 : lengths[order[0]] * std::numeric_limits<double>::epsilon() * static_cast<double>(m);
  Index rank = 0;
  for (; rank < n && lengths[order[static_cast<std::size_t>(rank)]] > least; ++rank) {
    const Index from = static_cast<Index>(order[static_cast<std::size_t>(rank)]);
    for (Index i = 0; i < m; ++i) result.u.push_back(u(i, from) / lengths[static_cast<std::size_t>(from)]);
  }
  Dense reflections = result.u, tau(static_cast<std::size_t>(rank));
  factorise_qr(reflections, m, rank, tau.data());
  Dense others(static_cast<std::size_t>(m * (columns_of_u - rank)), 0.0);
  for (Index j = rank; j < columns_of_u; ++j) others[static_cast<std::size_t>(j + (j - rank) * m)] = 1;
  apply_q(true, false, m, columns_of_u - rank, rank, reflections, tau.data(), others);
  result.u.insert(result.u.end(), others.begin(), others.end());
  return result;
}

void factorise_qr(Dense& a, Index m, Index n, double* tau) {
  if (m == 0 || n == 0) return;
  const Eigen::HouseholderQR<Matrix> qr(ConstMap(a.data(), m, n));
  Map(a.data(), m, n) = qr.matrixQR();
  Eigen::Map<Eigen::VectorXd>(tau, qr.hCoeffs().size()) = qr.hCoeffs();
}

void apply_q(bool left, bool transposed, Index m, Index n, Index k, const Dense& a, const double* tau, Dense& c) {
  if (m == 0 || n == 0 || k == 0) return;
  const Index length = left ? m : n;
  const ConstMap vectors(a.data(), length, k);
  const Eigen::Map<const Eigen::VectorXd> coefficients(tau, k);
  Map target(c.data(), m, n);
  const auto q = Eigen::householderSequence(vectors, coefficients);
  if (left && transposed) {
    target.applyOnTheLeft(q.transpose());
  } else if (left) {
    target.applyOnTheLeft(q);
  } else if (transposed) {
    target.applyOnTheRight(q.transpose());
  } else {
    target.applyOnTheRight(q);
  }
}

}  // namespace cuda_emulator::solver
