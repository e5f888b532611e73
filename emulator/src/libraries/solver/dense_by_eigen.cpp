// Eigen's dense factorisations, for doubles only: floats are widened, which compiles faster than a second type, and the
// result is rounded once. Reflections are applied here, one at a time: Eigen's classes for QR and for eigenvectors
// apply blocks of them, and the matrix products that this needs took more than half of the time to compile this file.
#include "libraries/solver/dense_by_eigen.hpp"

#include <algorithm>
#include <limits>

#include "libraries/solver/eigen_options.hpp"
// After the options.
#include <Eigen/Eigenvalues>
#include <Eigen/Householder>
#include <Eigen/SVD>

namespace cuda_emulator::solver {
namespace {

using Matrix = Eigen::MatrixXd;
using ConstMap = Eigen::Map<const Matrix>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Dense dense(const Matrix& matrix) {
  return {matrix.data(), matrix.data() + matrix.size()};
}
Dense no_numbers(Index count) {
  return Dense(static_cast<std::size_t>(count), nan);
}

// The largest element's size, or 1 if all are 0: squares of a matrix divided by it neither overflow nor vanish.
template <class AnyMatrix>
double scale_of(const AnyMatrix& matrix) {
  const double largest = matrix.cwiseAbs().maxCoeff();
  return largest == 0 ? 1 : largest;
}

// c = (I - tau v v') c, where v is 1 and then the rows - 1 elements of rest. An element of c is right of another one by
// `right`, below it by `down` elements of memory: with both exchanged, c = c (I - tau v v') for real numbers.
template <class T>
void reflect(T* c, Index rows, Index columns, Index down, Index right, const T* rest, T tau) {
  for (Index j = 0; j < columns; ++j, c += right) {
    T sum = c[0];
    for (Index i = 1; i < rows; ++i) sum += Eigen::numext::conj(rest[i - 1]) * c[i * down];
    sum *= tau;
    c[0] -= sum;
    for (Index i = 1; i < rows; ++i) c[i * down] -= rest[i - 1] * sum;
  }
}

// The matrix is reduced to a real tridiagonal one; its eigenvectors are then reflected back.
template <class T>
Dense eigenvalues(std::vector<T>& a, Index n, bool vectors) {
  if (n == 0) return {};
  using AnyMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::Map<AnyMatrix> matrix(a.data(), n, n);
  const double scale = scale_of(matrix);
  const Eigen::Tridiagonalization<AnyMatrix> reduced(matrix / scale);
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeFromTridiagonal(reduced.diagonal(), reduced.subDiagonal(),
                                vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) {
    a.assign(a.size(), nan);
    return no_numbers(n);
  }
  if (vectors) {
    matrix = solver.eigenvectors().cast<T>();
    const AnyMatrix packed = reduced.packedMatrix();
    const auto coefficients = reduced.householderCoefficients();
    for (Index i = n - 2; i >= 0; --i)
      reflect(&a[static_cast<std::size_t>(i + 1)], n - 1 - i, n, 1, n, packed.data() + i * n + i + 2,
              T(Eigen::numext::conj(coefficients[i])));
  }
  return dense(solver.eigenvalues() * scale);
}

}  // namespace

Dense eigenvalues_of(Dense& a, Index n, bool vectors) {
  return eigenvalues(a, n, vectors);
}
Dense eigenvalues_of(ComplexDense& a, Index n, bool vectors) {
  return eigenvalues(a, n, vectors);
}

void factorise_qr(Dense& a, Index m, Index n, double* tau) {
  for (Index k = 0; k < std::min(m, n); ++k) {
    double* const corner = &a[static_cast<std::size_t>(k + k * m)];
    Eigen::Map<Eigen::VectorXd> column(corner, m - k);
    double diagonal;
    column.makeHouseholderInPlace(tau[k], diagonal);
    reflect(corner + m, m - k, n - k - 1, 1, m, corner + 1, tau[k]);
    *corner = diagonal;
  }
}

// Q is the product of the reflections in their order.
void apply_q(bool left, bool transposed, Index m, Index n, Index k, const Dense& a, const double* tau, Dense& c) {
  if (m == 0 || n == 0) return;
  const Index length = left ? m : n;
  for (Index step = 0; step < k; ++step) {
    const Index i = left == transposed ? step : k - 1 - step;
    const double* const rest = a.data() + i * length + i + 1;
    if (left) {
      reflect(c.data() + i, m - i, n, 1, m, rest, tau[i]);
    } else {
      reflect(c.data() + i * m, n - i, m, m, 1, rest, tau[i]);
    }
  }
}

SingularValues singular_values_of(const Dense& a, Index m, Index n, Index columns_of_u, bool with_v) {
  if (n == 0) return {{}, dense(Matrix::Identity(m, columns_of_u)), {}};
  const ConstMap matrix(a.data(), m, n);
  if (!matrix.allFinite()) return {no_numbers(n), no_numbers(m * columns_of_u), no_numbers(n * n)};
  const double scale = scale_of(matrix);
  Dense factors = dense(matrix / scale), tau(static_cast<std::size_t>(n));
  factorise_qr(factors, m, n, tau.data());
  const Matrix r = ConstMap(factors.data(), m, n).topRows(n).triangularView<Eigen::Upper>();
  // Not BDCSVD, whose speed shows only with large matrices. R is square, so no preconditioner is needed.
  const unsigned options = (columns_of_u > 0 ? Eigen::ComputeFullU : 0) | (with_v ? Eigen::ComputeFullV : 0);
  const Eigen::JacobiSVD<Matrix, Eigen::NoQRPreconditioner> svd(r, options);
  SingularValues result{dense(svd.singularValues() * scale), {}, {}};
  if (columns_of_u > 0) {
    Matrix u = Matrix::Identity(m, columns_of_u);
    u.topLeftCorner(n, n) = svd.matrixU();
    result.u = dense(u);
    apply_q(true, false, m, columns_of_u, n, factors, tau.data(), result.u);
  }
  if (with_v) result.v = dense(svd.matrixV());
  return result;
}

}  // namespace cuda_emulator::solver
