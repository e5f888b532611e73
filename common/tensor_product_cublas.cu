// The peer of the lessons on products in BF16 (SHARED_PEERS): the same product by cuBLAS.
#include "common/cublas.h"
#include "common/tensor_product.h"

namespace tensor_product {
namespace {

// cuBLAS stores matrices by columns. To it, our a, b and c are their own transposes, and c' = b' a'.
void multiply_cublas(const bf16* a, const bf16* b, bf16* c, Shape shape, cudaStream_t stream) {
  static const CublasHandle handle;
  if (answered(c, shape, stream)) return;
  const Sides sides = sides_of(shape);
  const float one = 1, zero = 0;
  check(cublasSetStream(handle, stream));
  check(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, sides.cols, sides.rows, sides.inner, &one, b, CUDA_R_16BF,
                     sides.cols, a, CUDA_R_16BF, sides.inner, &zero, c, CUDA_R_16BF, sides.cols, CUBLAS_COMPUTE_32F,
                     CUBLAS_GEMM_DEFAULT));
}

const bool registered = [] {
  peers().push_back({"cublasGemmEx (BF16)", multiply_cublas});
  return true;
}();

}  // namespace
}  // namespace tensor_product
