// Dense matrices of doubles, column-major and without padding, factorised by Eigen.
#pragma once
#include <complex>
#include <cstddef>
#include <vector>

namespace cuda_emulator::solver {

using Index = std::ptrdiff_t;
using Dense = std::vector<double>;
using ComplexDense = std::vector<std::complex<double>>;

// Of a symmetric or Hermitian matrix whose lower triangle is read: its eigenvalues, ascending; a's columns become the
// eigenvectors. NaN if there is a NaN in a.
Dense eigenvalues_of(Dense& a, Index n, bool vectors);
Dense eigenvalues_of(ComplexDense& a, Index n, bool vectors);

struct SingularValues {
  Dense values, u, v;  // descending; by columns
};
// Of m rows and n columns, m >= n. `u` gets `columns_of_u` columns, n or m of them, or none for 0; v gets all n or
// none.
SingularValues singular_values_of(const Dense& a, Index m, Index n, Index columns_of_u, bool with_v);

// A becomes R and, below it, the reflections I - tau v v' as LAPACK stores them.
void factorise_qr(Dense& a, Index m, Index n, double* tau);
// c = op(Q) c, or c op(Q), of m rows and n columns, with Q of the first k reflections.
void apply_q(bool left, bool transposed, Index m, Index n, Index k, const Dense& a, const double* tau, Dense& c);

}  // namespace cuda_emulator::solver
