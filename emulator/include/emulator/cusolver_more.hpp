// cuSOLVER's interface with 64-bit sizes and types as arguments, Jacobi's methods and batches. Part of
// <cusolverDn.h>.
#pragma once
#include <cstddef>
#include <cstdint>

using cusolverDnParams_t = struct cusolverDnParams*;
using syevjInfo_t = struct syevjInfo*;
using gesvdjInfo_t = struct gesvdjInfo*;
enum cusolverDnFunction_t { CUSOLVERDN_GETRF, CUSOLVERDN_POTRF, CUSOLVERDN_SYEVBATCHED };

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm);

// ---- types as arguments
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t fill, int64_t n, cudaDataType type_a, const void* a,
                                             int64_t lda, cudaDataType compute, size_t* on_device, size_t* on_host);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t fill,
                                  int64_t n, cudaDataType type_a, void* a, int64_t lda, cudaDataType compute,
                                  void* device_buffer, size_t device_size, void* host_buffer, size_t host_size,
                                  int* info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t fill,
                                  int64_t n, int64_t columns, cudaDataType type_a, const void* a, int64_t lda,
                                  cudaDataType type_b, void* b, int64_t ldb, int* info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                             cudaDataType type_a, const void* a, int64_t lda, cudaDataType compute,
                                             size_t* on_device, size_t* on_host);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType type_a, void* a, int64_t lda, int64_t* pivots, cudaDataType compute,
                                  void* device_buffer, size_t device_size, void* host_buffer, size_t host_size,
                                  int* info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t op, int64_t n,
                                  int64_t columns, cudaDataType type_a, const void* a, int64_t lda,
                                  const int64_t* pivots, cudaDataType type_b, void* b, int64_t ldb, int* info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                             cudaDataType type_a, const void* a, int64_t lda, cudaDataType type_tau,
                                             const void* tau, cudaDataType compute, size_t* on_device, size_t* on_host);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType type_a, void* a, int64_t lda, cudaDataType type_tau, void* tau,
                                  cudaDataType compute, void* device_buffer, size_t device_size, void* host_buffer,
                                  size_t host_size, int* info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t mode, cublasFillMode_t fill, int64_t n,
                                             cudaDataType type_a, const void* a, int64_t lda, cudaDataType type_w,
                                             const void* w, cudaDataType compute, size_t* on_device, size_t* on_host);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t mode,
                                  cublasFillMode_t fill, int64_t n, cudaDataType type_a, void* a, int64_t lda,
                                  cudaDataType type_w, void* w, cudaDataType compute, void* device_buffer,
                                  size_t device_size, void* host_buffer, size_t host_size, int* info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char job_u,
                                             signed char job_vt, int64_t m, int64_t n, cudaDataType type_a,
                                             const void* a, int64_t lda, cudaDataType type_s, const void* s,
                                             cudaDataType type_u, const void* u, int64_t ldu, cudaDataType type_vt,
                                             const void* vt, int64_t ldvt, cudaDataType compute, size_t* on_device,
                                             size_t* on_host);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char job_u,
                                  signed char job_vt, int64_t m, int64_t n, cudaDataType type_a, void* a, int64_t lda,
                                  cudaDataType type_s, void* s, cudaDataType type_u, void* u, int64_t ldu,
                                  cudaDataType type_vt, void* vt, int64_t ldvt, cudaDataType compute,
                                  void* device_buffer, size_t device_size, void* host_buffer, size_t host_size,
                                  int* info);
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill,
                                             cublasDiagType_t diagonal, int64_t n, cudaDataType type_a, void* a,
                                             int64_t lda, size_t* on_device, size_t* on_host);
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t fill, cublasDiagType_t diagonal,
                                  int64_t n, cudaDataType type_a, void* a, int64_t lda, void* device_buffer,
                                  size_t device_size, void* host_buffer, size_t host_size, int* info);

// ---- Jacobi's methods: the limits of sweeps and tolerance are stored, and not needed
#define CUSOLVER_EMULATOR_JACOBI(Name, name)                                                                       \
  cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t* info);                                               \
  cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info);                                               \
  cusolverStatus_t cusolverDnX##name##SetTolerance(name##Info_t info, double tolerance);                           \
  cusolverStatus_t cusolverDnX##name##SetMaxSweeps(name##Info_t info, int sweeps);                                 \
  cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t handle, name##Info_t info, double* residual); \
  cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t handle, name##Info_t info, int* sweeps);
CUSOLVER_EMULATOR_JACOBI(Syevj, syevj)
CUSOLVER_EMULATOR_JACOBI(Gesvdj, gesvdj)
#undef CUSOLVER_EMULATOR_JACOBI
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sorted);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sorted);

#define CUSOLVER_EMULATOR_REAL(L, T)                                                                                   \
  cusolverStatus_t cusolverDn##L##syevj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode,                  \
                                                   cublasFillMode_t fill, int n, const T* a, int lda, const T* w,      \
                                                   int* size, syevjInfo_t params);                                     \
  cusolverStatus_t cusolverDn##L##syevj(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill,      \
                                        int n, T* a, int lda, T* w, T* workspace, int size, int* info,                 \
                                        syevjInfo_t params);                                                           \
  cusolverStatus_t cusolverDn##L##syevjBatched_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode,           \
                                                          cublasFillMode_t fill, int n, const T* a, int lda,           \
                                                          const T* w, int* size, syevjInfo_t params, int count);       \
  cusolverStatus_t cusolverDn##L##syevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t mode,                      \
                                               cublasFillMode_t fill, int n, T* a, int lda, T* w, T* workspace,        \
                                               int size, int* info, syevjInfo_t params, int count);                    \
  cusolverStatus_t cusolverDn##L##gesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode, int economic,   \
                                                    int m, int n, const T* a, int lda, const T* s, const T* u,         \
                                                    int ldu, const T* v, int ldv, int* size, gesvdjInfo_t params);     \
  cusolverStatus_t cusolverDn##L##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode, int economic, int m,       \
                                         int n, T* a, int lda, T* s, T* u, int ldu, T* v, int ldv, T* workspace,       \
                                         int size, int* info, gesvdjInfo_t params);                                    \
  cusolverStatus_t cusolverDn##L##gesvdjBatched_bufferSize(                                                            \
      cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, const T* a, int lda, const T* s, const T* u,    \
      int ldu, const T* v, int ldv, int* size, gesvdjInfo_t params, int count);                                        \
  cusolverStatus_t cusolverDn##L##gesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, T* a, \
                                                int lda, T* s, T* u, int ldu, T* v, int ldv, T* workspace, int size,   \
                                                int* info, gesvdjInfo_t params, int count);
CUSOLVER_EMULATOR_REAL(S, float)
CUSOLVER_EMULATOR_REAL(D, double)
#undef CUSOLVER_EMULATOR_REAL

// ---- batches, and inverses
#define CUSOLVER_EMULATOR_ALL(L, T)                                                                                  \
  cusolverStatus_t cusolverDn##L##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a[],      \
                                               int lda, int* info, int count);                                       \
  cusolverStatus_t cusolverDn##L##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, int columns, \
                                               T* a[], int lda, T* b[], int ldb, int* info, int count);              \
  cusolverStatus_t cusolverDn##L##potri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a,    \
                                                   int lda, int* size);                                              \
  cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a, int lda,      \
                                        T* workspace, int size, int* info);
CUSOLVER_EMULATOR_ALL(S, float)
CUSOLVER_EMULATOR_ALL(D, double)
CUSOLVER_EMULATOR_ALL(C, cuComplex)
CUSOLVER_EMULATOR_ALL(Z, cuDoubleComplex)
#undef CUSOLVER_EMULATOR_ALL
