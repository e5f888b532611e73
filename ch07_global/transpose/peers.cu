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

// cuBLAS stores matrices by columns: our rows x cols matrix is its cols x rows one.
template <typename Real>
void cublas_geam(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  if (rows == 0 || cols == 0) return;
  const int m = static_cast<int>(rows), n = static_cast<int>(cols);
  check(geam(m, n, a, n, b));
}

const bool registered = [] {
  peers<float>().push_back({"cuBLAS geam", true, cublas_geam<float>});
  peers<double>().push_back({"cuBLAS geam", true, cublas_geam<double>});
  return true;
}();

}  // namespace

}  // namespace transpose
