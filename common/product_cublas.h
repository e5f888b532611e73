// The same product by cuBLAS, with which the rungs of all product lessons are compared. Only the lessons' peers.cu
// include this.
#pragma once

#include "common/cublas.h"
#include "common/product.h"

namespace product {
namespace {

cublasHandle_t handle() {
  static const CublasHandle made(CUBLAS_PEDANTIC_MATH);  // FP32 means FP32: no TF32 on the tensor cores
  return made;
}

// cuBLAS stores matrices by columns. To it, our a, b and c are their own transposes, and c' = b' a'.
template <typename Real>
void multiply_cublas(const Real* a, const Real* b, Real* c, Shape shape) {
  const int rows = static_cast<int>(shape.rows), inner = static_cast<int>(shape.inner);
  const int cols = static_cast<int>(shape.cols);
  const Real one = 1, zero = 0;
  if constexpr (sizeof(Real) == sizeof(float)) {
    check(cublasSgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, cols, rows, inner, &one, b, cols, a, inner, &zero, c, cols));
  } else {
    check(cublasDgemm(handle(), CUBLAS_OP_N, CUBLAS_OP_N, cols, rows, inner, &one, b, cols, a, inner, &zero, c, cols));
  }
}

const bool registered = [] {
  peers<float>().push_back({"cuBLAS SGEMM (FP32)", multiply_cublas<float>});
  peers<double>().push_back({"cuBLAS DGEMM", multiply_cublas<double>});
  return true;
}();

}  // namespace
}  // namespace product
