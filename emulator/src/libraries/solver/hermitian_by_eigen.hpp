// Hermitian matrices of doubles, column-major and without padding, decomposed by Eigen.
#pragma once
#include <complex>
#include <vector>

#include "libraries/solver/dense_by_eigen.hpp"

namespace cuda_emulator::solver {

using ComplexDense = std::vector<std::complex<double>>;

// Of a Hermitian matrix whose lower triangle is read: its eigenvalues, ascending; a's columns become the eigenvectors.
Dense hermitian_eigenvalues_of(ComplexDense& a, Index n, bool vectors);

}  // namespace cuda_emulator::solver
