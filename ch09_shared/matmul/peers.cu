// cuBLAS answers the same question: what the rungs of all matmul lessons are compared with.
#include <cublas_v2.h>

#include <stdexcept>

#include "ch09_shared/matmul/matmul.h"

namespace matmul {
namespace {

void check_cublas(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) throw std::runtime_error(cublasGetStatusString(status));
}

cublasHandle_t handle() {
  static const cublasHandle_t made = [] {
    cublasHandle_t handle;
    check_cublas(cublasCreate(&handle));
    check_cublas(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));  // FP32 means FP32: no TF32 on the tensor cores
    return handle;
  }();
  return made;
}

// cuBLAS stores column after column. Read that way, our a, b and c are their own transposes, and c' = b' a'.
template <typename Real>
void multiply_cublas(const Real* a, const Real* b, Real* c, Shape shape) {
  const int rows = static_cast<int>(shape.rows), inner = static_cast<int>(shape.inner);
  const int cols = static_cast<int>(shape.cols);
  const Real one = 1, zero = 0;
  if constexpr (sizeof(Real) == sizeof(float)) {
    check_cublas(
        cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, cols, rows, inner, &one, b, cols, a, inner, &zero, c, cols));
  } else {
    check_cublas(
        cublasDgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, cols, rows, inner, &one, b, cols, a, inner, &zero, c, cols));
  }
}

const bool registered = [] {
  peers<float>().push_back({"cuBLAS SGEMM (FP32)", multiply_cublas<float>});
  peers<double>().push_back({"cuBLAS DGEMM", multiply_cublas<double>});
  return true;
}();

}  // namespace
}  // namespace matmul
