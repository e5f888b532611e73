// cuBLAS beyond what most programs use: banded, packed and Hermitian matrices, updates of rank two, groups of products,
// vectors whose type is an argument. Part of <cublas_api.h>.
#pragma once

// ---- banded and packed matrices
#define CUBLAS_EMULATOR_STORED(L, T)                                                                                   \
  cublasStatus_t cublas##L##gbmv(cublasHandle_t handle, cublasOperation_t op, int m, int n, int below, int above,      \
                                 const T* alpha, const T* a, int lda, const T* x, int incx, const T* beta, T* y,       \
                                 int incy);                                                                            \
  cublasStatus_t cublas##L##tbmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, int k, const T* a, int lda, T* x, int incx);        \
  cublasStatus_t cublas##L##tbsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, int k, const T* a, int lda, T* x, int incx);        \
  cublasStatus_t cublas##L##tpmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, T* x, int incx);                        \
  cublasStatus_t cublas##L##tpsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, T* x, int incx);                        \
  cublasStatus_t cublas##L##tpttr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* packed, T* a,          \
                                  int lda);                                                                            \
  cublasStatus_t cublas##L##trttp(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* a, int lda,            \
                                  T* packed);                                                                          \
  cublasStatus_t cublas##L##syr2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x,      \
                                 int incx, const T* y, int incy, T* a, int lda);                                       \
  cublasStatus_t cublas##L##syr2k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,       \
                                  int ldc);                                                                            \
  cublasStatus_t cublas##L##syrkx(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,       \
                                  int ldc);                                                                            \
  cublasStatus_t cublas##L##trsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,           \
                                        cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha, \
                                        const T* const a[], int lda, T* const b[], int ldb, int count);                \
  cublasStatus_t cublas##L##gemvBatched(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,     \
                                        const T* const a[], int lda, const T* const x[], int incx, const T* beta,      \
                                        T* const y[], int incy, int count);                                            \
  cublasStatus_t cublas##L##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t op, int m, int n,              \
                                               const T* alpha, const T* a, int lda, long long stride_a, const T* x,    \
                                               int incx, long long stride_x, const T* beta, T* y, int incy,            \
                                               long long stride_y, int count);
CUBLAS_EMULATOR_STORED(S, float)
CUBLAS_EMULATOR_STORED(D, double)
CUBLAS_EMULATOR_STORED(C, cuComplex)
CUBLAS_EMULATOR_STORED(Z, cuDoubleComplex)
#undef CUBLAS_EMULATOR_STORED

// Symmetric matrices of real numbers, and Hermitian ones of complex numbers; R is the type of one part.
#define CUBLAS_EMULATOR_MIRRORED(L, T, R, band, packed, rank1, rank2)                                               \
  cublasStatus_t cublas##L##band(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const T* alpha,        \
                                 const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy);         \
  cublasStatus_t cublas##L##packed(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* a, \
                                   const T* x, int incx, const T* beta, T* y, int incy);                            \
  cublasStatus_t cublas##L##rank1(cublasHandle_t handle, cublasFillMode_t fill, int n, const R* alpha, const T* x,  \
                                  int incx, T* a);                                                                  \
  cublasStatus_t cublas##L##rank2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x,  \
                                  int incx, const T* y, int incy, T* a);
CUBLAS_EMULATOR_MIRRORED(S, float, float, sbmv, spmv, spr, spr2)
CUBLAS_EMULATOR_MIRRORED(D, double, double, sbmv, spmv, spr, spr2)
CUBLAS_EMULATOR_MIRRORED(C, cuComplex, float, hbmv, hpmv, hpr, hpr2)
CUBLAS_EMULATOR_MIRRORED(Z, cuDoubleComplex, double, hbmv, hpmv, hpr, hpr2)
#undef CUBLAS_EMULATOR_MIRRORED

#define CUBLAS_EMULATOR_HERMITIAN(L, T, R)                                                                             \
  cublasStatus_t cublas##L##hemv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* a,      \
                                 int lda, const T* x, int incx, const T* beta, T* y, int incy);                        \
  cublasStatus_t cublas##L##her(cublasHandle_t handle, cublasFillMode_t fill, int n, const R* alpha, const T* x,       \
                                int incx, T* a, int lda);                                                              \
  cublasStatus_t cublas##L##her2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x,      \
                                 int incx, const T* y, int incy, T* a, int lda);                                       \
  cublasStatus_t cublas##L##hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,    \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,        \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##L##herk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,     \
                                 const R* alpha, const T* a, int lda, const R* beta, T* c, int ldc);                   \
  cublasStatus_t cublas##L##her2k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const R* beta, T* c,       \
                                  int ldc);                                                                            \
  cublasStatus_t cublas##L##herkx(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const R* beta, T* c,       \
                                  int ldc);                                                                            \
  cublasStatus_t cublas##L##gemm3m(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,  \
                                   int k, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta,     \
                                   T* c, int ldc);                                                                     \
  cublasStatus_t cublas##L##rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const R* c, const T* s); \
  cublasStatus_t cublas##L##rotg(cublasHandle_t handle, T* a, T* b, R* c, T* s);
CUBLAS_EMULATOR_HERMITIAN(C, cuComplex, float)
CUBLAS_EMULATOR_HERMITIAN(Z, cuDoubleComplex, double)
#undef CUBLAS_EMULATOR_HERMITIAN
cublasStatus_t cublasCsrot(cublasHandle_t handle, int n, cuComplex* x, int incx, cuComplex* y, int incy, const float* c,
                           const float* s);
cublasStatus_t cublasZdrot(cublasHandle_t handle, int n, cuDoubleComplex* x, int incx, cuDoubleComplex* y, int incy,
                           const double* c, const double* s);

#define CUBLAS_EMULATOR_REAL(L, T)                                                                                   \
  cublasStatus_t cublas##L##rotm(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* parameters); \
  cublasStatus_t cublas##L##rotmg(cublasHandle_t handle, T* d1, T* d2, T* x1, const T* y1, T* parameters);           \
  cublasStatus_t cublas##L##gemmGroupedBatched(                                                                      \
      cublasHandle_t handle, const cublasOperation_t opa[], const cublasOperation_t opb[], const int m[],            \
      const int n[], const int k[], const T alpha[], const T* const a[], const int lda[], const T* const b[],        \
      const int ldb[], const T beta[], T* const c[], const int ldc[], int groups, const int group_sizes[]);
CUBLAS_EMULATOR_REAL(S, float)
CUBLAS_EMULATOR_REAL(D, double)
#undef CUBLAS_EMULATOR_REAL

// ---- vectors and matrices whose type is an argument
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType type_alpha, const void* x,
                            cudaDataType type_x, int incx, void* y, cudaDataType type_y, int incy,
                            cudaDataType type_execution);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, const void* y,
                           cudaDataType type_y, int incy, void* result, cudaDataType type_result,
                           cudaDataType type_execution);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, const void* y,
                            cudaDataType type_y, int incy, void* result, cudaDataType type_result,
                            cudaDataType type_execution);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void* x, cudaDataType type_x, int incx, void* result,
                            cudaDataType type_result, cudaDataType type_execution);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void* alpha, cudaDataType type_alpha, void* x,
                            cudaDataType type_x, int incx, cudaDataType type_execution);
cublasStatus_t cublasRotEx(cublasHandle_t handle, int n, void* x, cudaDataType type_x, int incx, void* y,
                           cudaDataType type_y, int incy, const void* c, const void* s, cudaDataType type_cs,
                           cudaDataType type_execution);
#define CUBLAS_EMULATOR_RANK_K(name, R)                                                                    \
  cublasStatus_t name(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                      const R* alpha, const void* a, cudaDataType type_a, int lda, const R* beta, void* c, \
                      cudaDataType type_c, int ldc);
CUBLAS_EMULATOR_RANK_K(cublasCsyrkEx, cuComplex)
CUBLAS_EMULATOR_RANK_K(cublasCsyrk3mEx, cuComplex)
CUBLAS_EMULATOR_RANK_K(cublasCherkEx, float)
CUBLAS_EMULATOR_RANK_K(cublasCherk3mEx, float)
#undef CUBLAS_EMULATOR_RANK_K
