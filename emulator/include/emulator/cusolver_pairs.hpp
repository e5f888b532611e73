// cuSOLVER's eigenvalues of pairs of matrices, selected eigenvalues, and solvers with refinement. Part of
// <cusolverDn.h>.
#pragma once
#include <cstddef>
#include <cstdint>

#define CUSOLVER_EMULATOR_PAIRS(L, T)                                                                                 \
  cusolverStatus_t cusolverDn##L##sygvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t type,                 \
                                                   cusolverEigMode_t mode, cublasFillMode_t fill, int n, const T* a,  \
                                                   int lda, const T* b, int ldb, const T* w, int* size);              \
  cusolverStatus_t cusolverDn##L##sygvd(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,    \
                                        cublasFillMode_t fill, int n, T* a, int lda, T* b, int ldb, T* w,             \
                                        T* workspace, int size, int* info);                                           \
  cusolverStatus_t cusolverDn##L##sygvj_bufferSize(                                                                   \
      cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode, cublasFillMode_t fill, int n,        \
      const T* a, int lda, const T* b, int ldb, const T* w, int* size, syevjInfo_t params);                           \
  cusolverStatus_t cusolverDn##L##sygvj(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,    \
                                        cublasFillMode_t fill, int n, T* a, int lda, T* b, int ldb, T* w,             \
                                        T* workspace, int size, int* info, syevjInfo_t params);                       \
  cusolverStatus_t cusolverDn##L##sygvdx_bufferSize(                                                                  \
      cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode, cusolverEigRange_t range,            \
      cublasFillMode_t fill, int n, const T* a, int lda, const T* b, int ldb, T low, T high, int first, int last,     \
      int* found, const T* w, int* size);                                                                             \
  cusolverStatus_t cusolverDn##L##sygvdx(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,   \
                                         cusolverEigRange_t range, cublasFillMode_t fill, int n, T* a, int lda, T* b, \
                                         int ldb, T low, T high, int first, int last, int* found, T* w, T* workspace, \
                                         int size, int* info);                                                        \
  cusolverStatus_t cusolverDn##L##syevdx_bufferSize(                                                                  \
      cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range, cublasFillMode_t fill, int n,      \
      const T* a, int lda, T low, T high, int first, int last, int* found, const T* w, int* size);                    \
  cusolverStatus_t cusolverDn##L##syevdx(cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range, \
                                         cublasFillMode_t fill, int n, T* a, int lda, T low, T high, int first,       \
                                         int last, int* found, T* w, T* workspace, int size, int* info);
CUSOLVER_EMULATOR_PAIRS(S, float)
CUSOLVER_EMULATOR_PAIRS(D, double)
#undef CUSOLVER_EMULATOR_PAIRS
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              cusolverEigMode_t mode, cusolverEigRange_t range, cublasFillMode_t fill,
                                              int64_t n, cudaDataType type_a, const void* a, int64_t lda, void* low,
                                              void* high, int64_t first, int64_t last, int64_t* found,
                                              cudaDataType type_w, const void* w, cudaDataType compute,
                                              size_t* on_device, size_t* on_host);
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t mode,
                                   cusolverEigRange_t range, cublasFillMode_t fill, int64_t n, cudaDataType type_a,
                                   void* a, int64_t lda, void* low, void* high, int64_t first, int64_t last,
                                   int64_t* found, cudaDataType type_w, void* w, cudaDataType compute,
                                   void* device_buffer, size_t device_size, void* host_buffer, size_t host_size,
                                   int* info);

// The first letter gives the type of the numbers, the second the type to factorise in, which here is the first.
#define CUSOLVER_EMULATOR_REFINED(L, T)                                                                                \
  cusolverStatus_t cusolverDn##L##gesv_bufferSize(cusolverDnHandle_t handle, int n, int columns, T* a, int lda,        \
                                                  int* pivots, T* b, int ldb, T* x, int ldx, void* workspace,          \
                                                  size_t* size);                                                       \
  cusolverStatus_t cusolverDn##L##gesv(cusolverDnHandle_t handle, int n, int columns, T* a, int lda, int* pivots,      \
                                       T* b, int ldb, T* x, int ldx, void* workspace, size_t size, int* iterations,    \
                                       int* info);                                                                     \
  cusolverStatus_t cusolverDn##L##gels_bufferSize(cusolverDnHandle_t handle, int m, int n, int columns, T* a, int lda, \
                                                  T* b, int ldb, T* x, int ldx, void* workspace, size_t* size);        \
  cusolverStatus_t cusolverDn##L##gels(cusolverDnHandle_t handle, int m, int n, int columns, T* a, int lda, T* b,      \
                                       int ldb, T* x, int ldx, void* workspace, size_t size, int* iterations,          \
                                       int* info);
CUSOLVER_EMULATOR_REFINED(DD, double)
CUSOLVER_EMULATOR_REFINED(DS, double)
CUSOLVER_EMULATOR_REFINED(DH, double)
CUSOLVER_EMULATOR_REFINED(DB, double)
CUSOLVER_EMULATOR_REFINED(DX, double)
CUSOLVER_EMULATOR_REFINED(SS, float)
CUSOLVER_EMULATOR_REFINED(SH, float)
CUSOLVER_EMULATOR_REFINED(SB, float)
CUSOLVER_EMULATOR_REFINED(SX, float)
#undef CUSOLVER_EMULATOR_REFINED
