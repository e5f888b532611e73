// Separate from dense_by_eigen.cpp: each type that Eigen is used with takes long to compile.
#include "libraries/solver/hermitian_by_eigen.hpp"

#include <limits>

#include "libraries/solver/eigen_options.hpp"
// After the options.
#include <Eigen/Eigenvalues>

namespace cuda_emulator::solver {

Dense hermitian_eigenvalues_of(ComplexDense& a, Index n, bool vectors) {
  if (n == 0) return {};
  using Matrix = Eigen::MatrixXcd;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(Eigen::Map<const Matrix>(a.data(), n, n),
                                                     vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
  if (solver.info() != Eigen::Success) {  // NaN
    const double nan = std::numeric_limits<double>::quiet_NaN();
    a.assign(a.size(), {nan, nan});
    return Dense(static_cast<std::size_t>(n), nan);
  }
  if (vectors) Eigen::Map<Matrix>(a.data(), n, n) = solver.eigenvectors();
  const auto& values = solver.eigenvalues();
  return {values.data(), values.data() + values.size()};
}

}  // namespace cuda_emulator::solver
