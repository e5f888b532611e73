// cuBLAS multiplies int8 into whole numbers of 32 bits.
#include "ch24_tensor_cores/int8_and_fp8/int8_and_fp8.h"
#include "common/cublas.h"

namespace int8_and_fp8 {
namespace {

// To cuBLAS, which stores by columns, our c is its transpose c' = b' a'. Lines of b are columns of b: of b' they are
// rows, which are stored one after the other, so cuBLAS transposes what it sees as a matrix of such columns. Pitches of
// 16 bytes are what it requires of int8.
void multiply_cublas(const std::uint8_t* a, const std::uint8_t* b, std::int32_t* c, Shape shape, cudaStream_t stream) {
  static const CublasHandle handle;
  const int rows = static_cast<int>(shape.rows), cols = static_cast<int>(shape.cols);
  const int pitch = static_cast<int>(pitch_of(shape.inner));
  const std::int32_t one = 1, zero = 0;
  check(cublasSetStream(handle, stream));
  check(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, cols, rows, pitch, &one, b, CUDA_R_8I, pitch, a, CUDA_R_8I,
                     pitch, &zero, c, CUDA_R_32I, cols, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
}

const bool registered = [] {
  peers().push_back({"cublasGemmEx (int8, no scales)", multiply_cublas});
  return true;
}();

}  // namespace
}  // namespace int8_and_fp8
