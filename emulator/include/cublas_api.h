// Stands in for the cuBLAS header of the same name. The functions that courses use, computed on the CPU
// (src/libraries/blas/cublas.cpp); sums are computed in another order than a GPU's, so last digits may differ.
#pragma once
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <library_types.h>

#define CUBLAS_V2_H_
#define CUBLAS_API_H_
#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 130000
#define CUBLASAPI
#define CUBLASWINAPI

enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16,
};
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasOperation_t {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3,
};
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
#define CUBLAS_EMULATOR_ALGORITHM(n) CUBLAS_GEMM_ALGO##n = n, CUBLAS_GEMM_ALGO##n##_TENSOR_OP = 100 + n
enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_EMULATOR_ALGORITHM(0),
  CUBLAS_EMULATOR_ALGORITHM(1),
  CUBLAS_EMULATOR_ALGORITHM(2),
  CUBLAS_EMULATOR_ALGORITHM(3),
  CUBLAS_EMULATOR_ALGORITHM(4),
  CUBLAS_EMULATOR_ALGORITHM(5),
  CUBLAS_EMULATOR_ALGORITHM(6),
  CUBLAS_EMULATOR_ALGORITHM(7),
  CUBLAS_EMULATOR_ALGORITHM(8),
  CUBLAS_EMULATOR_ALGORITHM(9),
  CUBLAS_EMULATOR_ALGORITHM(10),
  CUBLAS_EMULATOR_ALGORITHM(11),
  CUBLAS_EMULATOR_ALGORITHM(12),
  CUBLAS_EMULATOR_ALGORITHM(13),
  CUBLAS_EMULATOR_ALGORITHM(14),
  CUBLAS_EMULATOR_ALGORITHM(15),
  CUBLAS_GEMM_ALGO16 = 16,
  CUBLAS_GEMM_ALGO17,
  CUBLAS_GEMM_ALGO18,
  CUBLAS_GEMM_ALGO19,
  CUBLAS_GEMM_ALGO20,
  CUBLAS_GEMM_ALGO21,
  CUBLAS_GEMM_ALGO22,
  CUBLAS_GEMM_ALGO23,
  CUBLAS_GEMM_AUTOTUNE = 999,
};
#undef CUBLAS_EMULATOR_ALGORITHM
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
  CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
};
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
  CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79,
};
using cublasDataType_t = cudaDataType;
using cublasHandle_t = struct cublasContext*;

// ---- the handle
cublasStatus_t cublasCreate(cublasHandle_t* handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int* value);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void* workspace, size_t size);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode);
const char* cublasGetStatusName(cublasStatus_t status);
const char* cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr, const char* file);

// ---- copies
cublasStatus_t cublasSetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void* x, int incx, void* y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void* a, int lda, void* b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void* x, int incx, void* y, int incy, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void* a, int lda, void* b, int ldb,
                                    cudaStream_t stream);

// ---- the functions of each type: the letter in the name gives the type
#define CUBLAS_EMULATOR_ONE_TYPE(L, T, FULL)                                                                           \
  cublasStatus_t FULL(amax)(cublasHandle_t handle, int n, const T* x, int incx, int* result);                          \
  cublasStatus_t FULL(amin)(cublasHandle_t handle, int n, const T* x, int incx, int* result);                          \
  cublasStatus_t cublas##L##copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy);                  \
  cublasStatus_t cublas##L##swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy);                        \
  cublasStatus_t cublas##L##scal(cublasHandle_t handle, int n, const T* alpha, T* x, int incx);                        \
  cublasStatus_t cublas##L##axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy);  \
  cublasStatus_t cublas##L##gemv(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,            \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy);            \
  cublasStatus_t cublas##L##trmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx);               \
  cublasStatus_t cublas##L##trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, int lda, T* x, int incx);               \
  cublasStatus_t cublas##L##symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* a,      \
                                 int lda, const T* x, int incx, const T* beta, T* y, int incy);                        \
  cublasStatus_t cublas##L##syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x,       \
                                int incx, T* a, int lda);                                                              \
  cublasStatus_t cublas##L##gemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,    \
                                 int k, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c, \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##L##gemmBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,    \
                                        int n, int k, const T* alpha, const T* const a[], int lda, const T* const b[], \
                                        int ldb, const T* beta, T* const c[], int ldc, int count);                     \
  cublasStatus_t cublas##L##gemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,    \
                                               int m, int n, int k, const T* alpha, const T* a, int lda,               \
                                               long long stride_a, const T* b, int ldb, long long stride_b,            \
                                               const T* beta, T* c, int ldc, long long stride_c, int count);           \
  cublasStatus_t cublas##L##symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,    \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,        \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##L##syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,     \
                                 const T* alpha, const T* a, int lda, const T* beta, T* c, int ldc);                   \
  cublasStatus_t cublas##L##trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,                  \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha,        \
                                 const T* a, int lda, const T* b, int ldb, T* c, int ldc);                             \
  cublasStatus_t cublas##L##trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,                  \
                                 cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha,        \
                                 const T* a, int lda, T* b, int ldb);                                                  \
  cublasStatus_t cublas##L##geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,    \
                                 const T* alpha, const T* a, int lda, const T* beta, const T* b, int ldb, T* c,        \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##L##dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda,      \
                                 const T* x, int incx, T* c, int ldc);                                                 \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n, T* const a[], int lda, int* pivots, int* info,  \
                                         int count);                                                                   \
  cublasStatus_t cublas##L##getrsBatched(cublasHandle_t handle, cublasOperation_t op, int n, int columns,              \
                                         const T* const a[], int lda, const int* pivots, T* const b[], int ldb,        \
                                         int* info, int count);                                                        \
  cublasStatus_t cublas##L##getriBatched(cublasHandle_t handle, int n, const T* const a[], int lda, const int* pivots, \
                                         T* const c[], int ldc, int* info, int count);                                 \
  cublasStatus_t cublas##L##matinvBatched(cublasHandle_t handle, int n, const T* const a[], int lda, T* const b[],     \
                                          int ldb, int* info, int count);

#define CUBLAS_EMULATOR_FULL_S(name) cublasIs##name
#define CUBLAS_EMULATOR_FULL_D(name) cublasId##name
#define CUBLAS_EMULATOR_FULL_C(name) cublasIc##name
#define CUBLAS_EMULATOR_FULL_Z(name) cublasIz##name
CUBLAS_EMULATOR_ONE_TYPE(S, float, CUBLAS_EMULATOR_FULL_S)
CUBLAS_EMULATOR_ONE_TYPE(D, double, CUBLAS_EMULATOR_FULL_D)
CUBLAS_EMULATOR_ONE_TYPE(C, cuComplex, CUBLAS_EMULATOR_FULL_C)
CUBLAS_EMULATOR_ONE_TYPE(Z, cuDoubleComplex, CUBLAS_EMULATOR_FULL_Z)
#undef CUBLAS_EMULATOR_ONE_TYPE
#undef CUBLAS_EMULATOR_FULL_S
#undef CUBLAS_EMULATOR_FULL_D
#undef CUBLAS_EMULATOR_FULL_C
#undef CUBLAS_EMULATOR_FULL_Z

#define CUBLAS_EMULATOR_SUMS(sum_name, norm_name, T, R)                                   \
  cublasStatus_t sum_name(cublasHandle_t handle, int n, const T* x, int incx, R* result); \
  cublasStatus_t norm_name(cublasHandle_t handle, int n, const T* x, int incx, R* result);
CUBLAS_EMULATOR_SUMS(cublasSasum, cublasSnrm2, float, float)
CUBLAS_EMULATOR_SUMS(cublasDasum, cublasDnrm2, double, double)
CUBLAS_EMULATOR_SUMS(cublasScasum, cublasScnrm2, cuComplex, float)
CUBLAS_EMULATOR_SUMS(cublasDzasum, cublasDznrm2, cuDoubleComplex, double)
#undef CUBLAS_EMULATOR_SUMS

#define CUBLAS_EMULATOR_DOT(dot, ger, T)                                                                              \
  cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result);            \
  cublasStatus_t ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy, \
                     T* a, int lda);
CUBLAS_EMULATOR_DOT(cublasSdot, cublasSger, float)
CUBLAS_EMULATOR_DOT(cublasDdot, cublasDger, double)
CUBLAS_EMULATOR_DOT(cublasCdotu, cublasCgeru, cuComplex)
CUBLAS_EMULATOR_DOT(cublasCdotc, cublasCgerc, cuComplex)
CUBLAS_EMULATOR_DOT(cublasZdotu, cublasZgeru, cuDoubleComplex)
CUBLAS_EMULATOR_DOT(cublasZdotc, cublasZgerc, cuDoubleComplex)
#undef CUBLAS_EMULATOR_DOT

cublasStatus_t cublasCsscal(cublasHandle_t handle, int n, const float* alpha, cuComplex* x, int incx);
cublasStatus_t cublasZdscal(cublasHandle_t handle, int n, const double* alpha, cuDoubleComplex* x, int incx);
cublasStatus_t cublasSrot(cublasHandle_t handle, int n, float* x, int incx, float* y, int incy, const float* c,
                          const float* s);
cublasStatus_t cublasDrot(cublasHandle_t handle, int n, double* x, int incx, double* y, int incy, const double* c,
                          const double* s);
cublasStatus_t cublasSrotg(cublasHandle_t handle, float* a, float* b, float* c, float* s);
cublasStatus_t cublasDrotg(cublasHandle_t handle, double* a, double* b, double* c, double* s);

// ---- mixed precision
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                           const __half* alpha, const __half* a, int lda, const __half* b, int ldb, const __half* beta,
                           __half* c, int ldc);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                         int n, int k, const __half* alpha, const __half* a, int lda,
                                         long long stride_a, const __half* b, int ldb, long long stride_b,
                                         const __half* beta, __half* c, int ldc, long long stride_c, int count);
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                             const float* alpha, const void* a, cudaDataType type_a, int lda, const void* b,
                             cudaDataType type_b, int ldb, const float* beta, void* c, cudaDataType type_c, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                            const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b,
                            cudaDataType type_b, int ldb, const void* beta, void* c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,
                                          int n, int k, const void* alpha, const void* a, cudaDataType type_a, int lda,
                                          long long stride_a, const void* b, cudaDataType type_b, int ldb,
                                          long long stride_b, const void* beta, void* c, cudaDataType type_c, int ldc,
                                          long long stride_c, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                   int k, const void* alpha, const void* const a[], cudaDataType type_a, int lda,
                                   const void* const b[], cudaDataType type_b, int ldb, const void* beta,
                                   void* const c[], cudaDataType type_c, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

// C++ programs may still give the compute type as the type of the data, as before CUDA 11.
inline cublasComputeType_t cuda_emulator_compute_type(cudaDataType type) {
  switch (type) {
    case CUDA_R_16F:
      return CUBLAS_COMPUTE_16F;
    case CUDA_R_64F:
    case CUDA_C_64F:
      return CUBLAS_COMPUTE_64F;
    case CUDA_R_32I:
      return CUBLAS_COMPUTE_32I;
    default:
      return CUBLAS_COMPUTE_32F;
  }
}
inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                   int k, const void* alpha, const void* a, cudaDataType type_a, int lda, const void* b,
                                   cudaDataType type_b, int ldb, const void* beta, void* c, cudaDataType type_c,
                                   int ldc, cudaDataType compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmEx(handle, opa, opb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc,
                      cuda_emulator_compute_type(compute), algorithm);
}
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb,
                                                 int m, int n, int k, const void* alpha, const void* a,
                                                 cudaDataType type_a, int lda, long long stride_a, const void* b,
                                                 cudaDataType type_b, int ldb, long long stride_b, const void* beta,
                                                 void* c, cudaDataType type_c, int ldc, long long stride_c, int count,
                                                 cudaDataType compute, cublasGemmAlgo_t algorithm) {
  return cublasGemmStridedBatchedEx(handle, opa, opb, m, n, k, alpha, a, type_a, lda, stride_a, b, type_b, ldb,
                                    stride_b, beta, c, type_c, ldc, stride_c, count,
                                    cuda_emulator_compute_type(compute), algorithm);
}

#include <emulator/cublas_more.hpp>

// The names behind the macros of NVIDIA's header, which some programs use directly.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasDgemv_v2 cublasDgemv
#define cublasSaxpy_v2 cublasSaxpy
#define cublasSdot_v2 cublasSdot
