// cuBLAS transposes too: geam computes alpha op(A) + beta op(B).
#include <cublas_v2.h>

#include <stdexcept>

#include "ch09_shared/transpose_shared/transpose_shared.h"

namespace transpose_shared {
namespace {

void check_cublas(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
}

// cuBLAS stores column after column: our rows x cols matrix is its cols x rows one.
template <typename Real>
void transpose_cublas(const Real* in, Real* out, std::size_t rows, std::size_t cols) {
  static cublasHandle_t handle = nullptr;
  if (!handle) check_cublas(cublasCreate(&handle));
  const int m = static_cast<int>(rows), n = static_cast<int>(cols);
  const Real one = 1, zero = 0;
  if constexpr (sizeof(Real) == sizeof(float)) {
    check_cublas(cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, in, n, &zero, out, m, out, m));
  } else {
    check_cublas(cublasDgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, &one, in, n, &zero, out, m, out, m));
  }
}

const bool registered = [] {
  peers<float>().push_back({"cuBLAS geam", transpose_cublas<float>});
  peers<double>().push_back({"cuBLAS geam", transpose_cublas<double>});
  return true;
}();

}  // namespace
}  // namespace transpose_shared
