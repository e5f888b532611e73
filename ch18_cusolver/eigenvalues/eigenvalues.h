// Eigenvalues and eigenvectors of symmetric matrices, by two methods of cuSOLVER's: A V = V diag(w), V' V = I.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "common/cusolver.h"
#include "common/owners.h"

namespace eigenvalues {

// `count` matrices of n * n elements, by columns, one after the other; all pointers are to device memory.
template <typename Real>
struct Task {
  Real* a;  // in: the matrices, of which only the triangle `fill` is read; out: the eigenvectors, as columns
  int n, count;
  cublasFillMode_t fill;
  Real* w;    // n eigenvalues each, ascending
  int* info;  // devInfo for each matrix: 0 if it succeeded
};

// The bounds of both figures of Quality, as multiples of n * u. LAPACK Users' Guide, section 4.7: at most p(n)
// u, where p grows slowly and n is enough in practice. LAPACK's own tests require less than 50 of these
// multiples.
inline double tridiagonal_bound(int) {
  return 50;
}
// The error of a rotation of two columns is at most 8.5 u of their lengths (Higham, "Accuracy and Stability of
// Numerical Algorithms", lemma 19.9: sqrt(2) times 6 u), and each column is rotated n - 1 times per sweep. After s
// sweeps a column is off by 8.5 s n u, the n columns of V by sqrt(n) times as much, and V' V by twice as much.
inline constexpr int most_sweeps = 15;
inline double jacobi_bound(int n) {
  return 2 * 8.5 * most_sweeps * std::sqrt(static_cast<double>(n)) + 50;
}

// The rungs: the first two solve one matrix after the other, batched all of them at once, with n of at most 32. size()
// queries the workspace, in elements of Real; run() uses it. They work in the handle's stream and may wait for it. They
// throw LibraryError.
template <typename Real>
struct Rung {
  const char* name;
  bool batched;
  int (*size)(const CusolverHandle& handle, const Task<Real>& task);
  void (*run)(const CusolverHandle& handle, const Task<Real>& task, Real* work, int size);
  double (*bound)(int n);
};

inline constexpr int most_batched = 32;  // the largest n that jacobi_batched takes

template <typename Real>
std::span<const Rung<Real>> ladder();

// Throws LibraryError, which names the matrix' devInfo, unless all succeeded.
void require_success(const std::vector<int>& info, const char* routine);

// The quality of a result, in the Frobenius norm (the square root of the sum of all squares), as multiples of n * u,
// where u is half an epsilon: |A V - V diag(w)| / |A| and |V' V - I|.
struct Quality {
  double residual, orthogonality;
};

// a: the whole matrix, both triangles; v and w: a rung's results; all in device memory. Sums in double. n >= 1.
template <typename Real>
Quality quality_of(const Real* a, const Real* v, const Real* w, int n);

}  // namespace eigenvalues
