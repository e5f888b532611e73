// One call, cublasGemmEx, for every precision: its arguments are the types of the matrices, and the computing type.
#include "ch17_cublas/gemm/gemm.h"

#include <algorithm>

#include "ch09_shared/matmul_warps/matmul_warps.h"

namespace gemm {
namespace {

// The matrices are stored by rows, so b comes first (gemm_layout). one and zero have the computing type.
void gemm_ex(cublasHandle_t handle, const void* a, const void* b, void* c, int n, cudaDataType in, cudaDataType out,
             cublasComputeType_t compute, const void* one, const void* zero) {
  const int leading = std::max(1, n);
  check(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, b, in, leading, a, in, leading, zero, c, out,
                     leading, compute, CUBLAS_GEMM_DEFAULT));
}

// ---- Rung 1. double in, double out. From compute capability 8.0 on tensor cores multiply doubles too, and round every
// multiply-add as the other units do.
void fp64(cublasHandle_t handle, const void* a, const void* b, void* c, int n) {
  const double one = 1, zero = 0;
  gemm_ex(handle, a, b, c, n, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, &one, &zero);
}

// ---- Rung 2. Same as rung 1 in float. Tensor cores do not take full FP32 numbers: the other units do this work.
void fp32(cublasHandle_t handle, const void* a, const void* b, void* c, int n) {
  const float one = 1, zero = 0;
  gemm_ex(handle, a, b, c, n, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, &one, &zero);
}

// ---- Rung 3. Same task as rung 2, with the last rung of ch09_shared/matmul_warps.
void our_fp32(cublasHandle_t handle, const void* a, const void* b, void* c, int n) {
  cudaStream_t stream = nullptr;
  check(cublasGetStream(handle, &stream));
  const std::size_t side = n;
  matmul_warps::serpentine_in(stream, static_cast<const float*>(a), static_cast<const float*>(b),
                              static_cast<float*>(c), {side, side, side});
}

// ---- Rung 4. Same as rung 2, except that tensor cores may take the floats as TF32: the exponent of a float, and the
// upper 11 of its 24 significant bits. Products are added in float.
void tf32(cublasHandle_t handle, const void* a, const void* b, void* c, int n) {
  const float one = 1, zero = 0;
  gemm_ex(handle, a, b, c, n, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, &one, &zero);
}

// ---- Rung 5. Same as rung 2, except that a and b are stored as BF16: the exponent of a float and 8 significant bits,
// in half the memory. Products of those are exact in float, and are added in float; c is float.
void bf16(cublasHandle_t handle, const void* a, const void* b, void* c, int n) {
  const float one = 1, zero = 0;
  gemm_ex(handle, a, b, c, n, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, &one, &zero);
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"fp64", fp64, CUDA_R_64F, CUDA_R_64F, 0, u64},
      {"fp32", fp32, CUDA_R_32F, CUDA_R_32F, u32, u32},
      {"our_fp32", our_fp32, CUDA_R_32F, CUDA_R_32F, u32, u32, matmul_warps::ring_needs},
      {"tf32", tf32, CUDA_R_32F, CUDA_R_32F, u32 + cut_to_tf32, 4 * u32, {80}},
      {"bf16", bf16, CUDA_R_16BF, CUDA_R_32F, u32 + u16, 4 * u32, {80}},
  };
  return rungs;
}

}  // namespace gemm
