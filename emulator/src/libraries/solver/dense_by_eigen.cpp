// Eigen's dense factorisations, for doubles only: floats are widened, which compiles faster than a second type, and the
// result is rounded once.
#include "libraries/solver/dense_by_eigen.hpp"

#include <limits>

#include "libraries/solver/eigen_options.hpp"
// After the options.
#include <Eigen/Eigenvalues>
#include <Eigen/Householder>
#include <Eigen/QR>
#include <Eigen/SVD>

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
  if (n == 0) return {{}, dense(Matrix::Identity(m, columns_of_u)), {}};
  unsigned options = with_v ? Eigen::ComputeThinV : 0;
  if (columns_of_u > 0) options |= columns_of_u == m ? Eigen::ComputeFullU : Eigen::ComputeThinU;
  if (!ConstMap(a.data(), m, n).allFinite()) return {no_numbers(n), no_numbers(m * columns_of_u), no_numbers(n * n)};
  // Not BDCSVD, which takes four times as long to compile and whose speed shows only with large matrices.
  const Eigen::JacobiSVD<Matrix> svd(ConstMap(a.data(), m, n), options);
  SingularValues result{dense(svd.singularValues()), {}, {}};
  if (columns_of_u > 0) result.u = dense(svd.matrixU());
  if (with_v) result.v = dense(svd.matrixV());
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
