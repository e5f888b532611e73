// The library's transpose: cuBLAS geam, C = 1 * A^T + 0 * B.
#include <cublas_v2.h>

#include <stdexcept>

#include "ch07_global/transpose/transpose.h"

namespace transpose {

namespace {

cublasHandle_t handle() {
  static cublasHandle_t created = nullptr;
  if (!created && cublasCreate(&created) != CUBLAS_STATUS_SUCCESS) throw std::runtime_error("cublasCreate failed");
  return created;
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
  if (geam(rows, columns, a, columns, b) != CUBLAS_STATUS_SUCCESS) throw std::runtime_error("cuBLAS geam failed");
}

template <typename Real>
const bool registered = (peers<Real>().push_back({"cuBLAS geam", true, cublas_geam<Real>}), true);

template const bool registered<float>;
template const bool registered<double>;

}  // namespace

}  // namespace transpose
