// The library's transpose: cuBLAS geam, C = 1 * A^T + 0 * B.
#include "ch07_global/transpose/transpose.h"
#include "common/cublas.h"

namespace transpose {

namespace {

cublasHandle_t handle() {
  static const CublasHandle made;
  return made;
}

cublasStatus_t geam(int m, int n, const float* a, int lda, float* c) {
  const float one = 1, zero = 0;
  return cublasSgeam(handle(), CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, a, lda, &zero, c, m, c, m);
}

cublasStatus_t geam(int m, int n, const double* a, int lda, double* c) {
  const double one = 1, zero = 0;
  return cublasDgeam(handle(), CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, a, lda, &zero, c, m, c, m);
}

// cuBLAS counts by columns: our row-major rows x columns matrix is its columns x rows one.
template <typename Real>
void cublas_geam(const Real* a, int rows, int columns, Real* b) {
  if (rows == 0 || columns == 0) return;
  check(geam(rows, columns, a, columns, b));
}

template <typename Real>
const bool registered = (peers<Real>().push_back({"cuBLAS geam", true, cublas_geam<Real>}), true);

template const bool registered<float>;
template const bool registered<double>;

}  // namespace

}  // namespace transpose
