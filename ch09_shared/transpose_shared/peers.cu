// The transpose by cuBLAS: geam computes alpha op(A) + beta op(B).
#include "ch09_shared/transpose_shared/transpose_shared.h"
#include "common/cublas.h"

namespace transpose_shared {
namespace {

// cuBLAS stores matrices by columns: our rows x cols matrix is its cols x rows one.
template <typename Real>
void transpose_cublas(const Real* a, Real* b, std::size_t rows, std::size_t cols) {
  static const CublasHandle handle;
  const int m = static_cast<int>(rows), n = static_cast<int>(cols);
  const Real one = 1, zero = 0;
  if constexpr (sizeof(Real) == sizeof(float)) {
    check(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, a, n, &zero, b, m, b, m));
  } else {
    check(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, a, n, &zero, b, m, b, m));
  }
}

const bool registered = [] {
  peers<float>().push_back({"cuBLAS geam", transpose_cublas<float>});
  peers<double>().push_back({"cuBLAS geam", transpose_cublas<double>});
  return true;
}();

}  // namespace
}  // namespace transpose_shared
