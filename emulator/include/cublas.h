// Stands in for the cuBLAS header of the same name: the old interface without handles. Letters give the form of
// matrices, factors are passed by value, and sums are returned.
#pragma once
#include <cublas_v2.h>

using cublasStatus = cublasStatus_t;

namespace cuda_emulator {

// The single handle of these programs, and the status of the last call.
struct LegacyBlas {
  cublasHandle_t handle = nullptr;
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
};
inline LegacyBlas legacy_blas;
inline cublasHandle_t legacy_handle() {
  if (!legacy_blas.handle) cublasCreate(&legacy_blas.handle);
  return legacy_blas.handle;
}
inline void legacy_note(cublasStatus_t status) {
  if (status != CUBLAS_STATUS_SUCCESS) legacy_blas.status = status;
}
inline cublasOperation_t legacy_operation(char c) {
  return c == 'n' || c == 'N' ? CUBLAS_OP_N : c == 't' || c == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
}
inline cublasFillMode_t legacy_fill(char c) {
  return c == 'u' || c == 'U' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
}
inline cublasSideMode_t legacy_side(char c) {
  return c == 'l' || c == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}
inline cublasDiagType_t legacy_diagonal(char c) {
  return c == 'u' || c == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}

}  // namespace cuda_emulator

inline cublasStatus_t cublasInit() {
  return cuda_emulator::legacy_handle() ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}
inline cublasStatus_t cublasShutdown() {
  if (cuda_emulator::legacy_blas.handle) cublasDestroy(cuda_emulator::legacy_blas.handle);
  cuda_emulator::legacy_blas.handle = nullptr;
  return CUBLAS_STATUS_SUCCESS;
}
// The error since the last call of this function.
inline cublasStatus_t cublasGetError() {
  const cublasStatus_t status = cuda_emulator::legacy_blas.status;
  cuda_emulator::legacy_blas.status = CUBLAS_STATUS_SUCCESS;
  return status;
}
inline cublasStatus_t cublasAlloc(int n, int size, void** pointer) {
  if (n <= 0 || size <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  return cudaMalloc(pointer, static_cast<size_t>(n) * static_cast<size_t>(size)) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_ALLOC_FAILED;
}
inline cublasStatus_t cublasFree(void* pointer) {
  return cudaFree(pointer) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
inline cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
  return cublasSetStream(cuda_emulator::legacy_handle(), stream);
}

#define CUBLAS_EMULATOR_LEGACY(L, T, FULL)                                                                             \
  inline void cublas##L##copy(int n, const T* x, int incx, T* y, int incy) {                                           \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##copy(legacy_handle(), n, x, incx, y, incy));                                                \
  }                                                                                                                    \
  inline void cublas##L##swap(int n, T* x, int incx, T* y, int incy) {                                                 \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##swap(legacy_handle(), n, x, incx, y, incy));                                                \
  }                                                                                                                    \
  inline void cublas##L##scal(int n, T alpha, T* x, int incx) {                                                        \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##scal(legacy_handle(), n, &alpha, x, incx));                                                 \
  }                                                                                                                    \
  inline void cublas##L##axpy(int n, T alpha, const T* x, int incx, T* y, int incy) {                                  \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##axpy(legacy_handle(), n, &alpha, x, incx, y, incy));                                        \
  }                                                                                                                    \
  inline int FULL(amax)(int n, const T* x, int incx) {                                                                 \
    using namespace cuda_emulator;                                                                                     \
    int result = 0;                                                                                                    \
    legacy_note(FULL(amax)(legacy_handle(), n, x, incx, &result));                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  inline int FULL(amin)(int n, const T* x, int incx) {                                                                 \
    using namespace cuda_emulator;                                                                                     \
    int result = 0;                                                                                                    \
    legacy_note(FULL(amin)(legacy_handle(), n, x, incx, &result));                                                     \
    return result;                                                                                                     \
  }                                                                                                                    \
  inline void cublas##L##gemv(char op, int m, int n, T alpha, const T* a, int lda, const T* x, int incx, T beta, T* y, \
                              int incy) {                                                                              \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(                                                                                                       \
        cublas##L##gemv(legacy_handle(), legacy_operation(op), m, n, &alpha, a, lda, x, incx, &beta, y, incy));        \
  }                                                                                                                    \
  inline void cublas##L##gemm(char opa, char opb, int m, int n, int k, T alpha, const T* a, int lda, const T* b,       \
                              int ldb, T beta, T* c, int ldc) {                                                        \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##gemm(legacy_handle(), legacy_operation(opa), legacy_operation(opb), m, n, k, &alpha, a,     \
                                lda, b, ldb, &beta, c, ldc));                                                          \
  }                                                                                                                    \
  inline void cublas##L##symm(char side, char fill, int m, int n, T alpha, const T* a, int lda, const T* b, int ldb,   \
                              T beta, T* c, int ldc) {                                                                 \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##symm(legacy_handle(), legacy_side(side), legacy_fill(fill), m, n, &alpha, a, lda, b, ldb,   \
                                &beta, c, ldc));                                                                       \
  }                                                                                                                    \
  inline void cublas##L##syrk(char fill, char op, int n, int k, T alpha, const T* a, int lda, T beta, T* c, int ldc) { \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##syrk(legacy_handle(), legacy_fill(fill), legacy_operation(op), n, k, &alpha, a, lda, &beta, \
                                c, ldc));                                                                              \
  }                                                                                                                    \
  inline void cublas##L##trsv(char fill, char op, char diagonal, int n, const T* a, int lda, T* x, int incx) {         \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##trsv(legacy_handle(), legacy_fill(fill), legacy_operation(op), legacy_diagonal(diagonal),   \
                                n, a, lda, x, incx));                                                                  \
  }                                                                                                                    \
  inline void cublas##L##trsm(char side, char fill, char op, char diagonal, int m, int n, T alpha, const T* a,         \
                              int lda, T* b, int ldb) {                                                                \
    using namespace cuda_emulator;                                                                                     \
    legacy_note(cublas##L##trsm(legacy_handle(), legacy_side(side), legacy_fill(fill), legacy_operation(op),           \
                                legacy_diagonal(diagonal), m, n, &alpha, a, lda, b, ldb));                             \
  }
#define CUBLAS_EMULATOR_FULL_S(name) cublasIs##name
#define CUBLAS_EMULATOR_FULL_D(name) cublasId##name
#define CUBLAS_EMULATOR_FULL_C(name) cublasIc##name
#define CUBLAS_EMULATOR_FULL_Z(name) cublasIz##name
CUBLAS_EMULATOR_LEGACY(S, float, CUBLAS_EMULATOR_FULL_S)
CUBLAS_EMULATOR_LEGACY(D, double, CUBLAS_EMULATOR_FULL_D)
CUBLAS_EMULATOR_LEGACY(C, cuComplex, CUBLAS_EMULATOR_FULL_C)
CUBLAS_EMULATOR_LEGACY(Z, cuDoubleComplex, CUBLAS_EMULATOR_FULL_Z)
#undef CUBLAS_EMULATOR_LEGACY
#undef CUBLAS_EMULATOR_FULL_S
#undef CUBLAS_EMULATOR_FULL_D
#undef CUBLAS_EMULATOR_FULL_C
#undef CUBLAS_EMULATOR_FULL_Z

#define CUBLAS_EMULATOR_LEGACY_SUMS(dot_name, ger_name, norm_name, sum_name, T)                            \
  inline T dot_name(int n, const T* x, int incx, const T* y, int incy) {                                   \
    using namespace cuda_emulator;                                                                         \
    T result{};                                                                                            \
    legacy_note(dot_name(legacy_handle(), n, x, incx, y, incy, &result));                                  \
    return result;                                                                                         \
  }                                                                                                        \
  inline void ger_name(int m, int n, T alpha, const T* x, int incx, const T* y, int incy, T* a, int lda) { \
    using namespace cuda_emulator;                                                                         \
    legacy_note(ger_name(legacy_handle(), m, n, &alpha, x, incx, y, incy, a, lda));                        \
  }                                                                                                        \
  inline T norm_name(int n, const T* x, int incx) {                                                        \
    using namespace cuda_emulator;                                                                         \
    T result{};                                                                                            \
    legacy_note(norm_name(legacy_handle(), n, x, incx, &result));                                          \
    return result;                                                                                         \
  }                                                                                                        \
  inline T sum_name(int n, const T* x, int incx) {                                                         \
    using namespace cuda_emulator;                                                                         \
    T result{};                                                                                            \
    legacy_note(sum_name(legacy_handle(), n, x, incx, &result));                                           \
    return result;                                                                                         \
  }
CUBLAS_EMULATOR_LEGACY_SUMS(cublasSdot, cublasSger, cublasSnrm2, cublasSasum, float)
CUBLAS_EMULATOR_LEGACY_SUMS(cublasDdot, cublasDger, cublasDnrm2, cublasDasum, double)
#undef CUBLAS_EMULATOR_LEGACY_SUMS
