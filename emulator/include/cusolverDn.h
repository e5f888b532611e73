// Stands in for the cuSOLVER header of the same name: dense factorisations, computed on the CPU
// (src/libraries/solver/cusolver.cpp). Sums are computed in another order than a GPU's, so last digits may differ, and
// so may signs of eigenvectors.
#pragma once
#define CUSOLVERDN_H_
#include <cuComplex.h>
#include <cublas_v2.h>
#include <cusolver_common.h>

using cusolverDnHandle_t = struct cusolverDnContext*;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream);
cusolverStatus_t cusolverGetVersion(int* version);
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value);

// LU with partial pivoting, and Cholesky: for all types.
#define CUSOLVER_EMULATOR_SYSTEMS(L, T)                                                                                \
  cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* a, int lda, int* size); \
  cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* workspace,          \
                                        int* pivots, int* info);                                                       \
  cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns,           \
                                        const T* a, int lda, const int* pivots, T* b, int ldb, int* info);             \
  cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a,      \
                                                   int lda, int* size);                                                \
  cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a, int lda,        \
                                        T* workspace, int size, int* info);                                            \
  cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, int columns,          \
                                        const T* a, int lda, T* b, int ldb, int* info);
CUSOLVER_EMULATOR_SYSTEMS(S, float)
CUSOLVER_EMULATOR_SYSTEMS(D, double)
CUSOLVER_EMULATOR_SYSTEMS(C, cuComplex)
CUSOLVER_EMULATOR_SYSTEMS(Z, cuDoubleComplex)
#undef CUSOLVER_EMULATOR_SYSTEMS

// QR, singular values and the eigenvalues of symmetric matrices: for real numbers.
#define CUSOLVER_EMULATOR_ORTHOGONAL(L, T)                                                                             \
  cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T* a, int lda, int* size); \
  cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* tau, T* workspace,  \
                                        int size, int* info);                                                          \
  cusolverStatus_t cusolverDn##L##ormqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side,                   \
                                                   cublasOperation_t op, int m, int n, int k, const T* a, int lda,     \
                                                   const T* tau, const T* c, int ldc, int* size);                      \
  cusolverStatus_t cusolverDn##L##ormqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m, \
                                        int n, int k, const T* a, int lda, const T* tau, T* c, int ldc, T* workspace,  \
                                        int size, int* info);                                                          \
  cusolverStatus_t cusolverDn##L##orgqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k, const T* a,         \
                                                   int lda, const T* tau, int* size);                                  \
  cusolverStatus_t cusolverDn##L##orgqr(cusolverDnHandle_t handle, int m, int n, int k, T* a, int lda, const T* tau,   \
                                        T* workspace, int size, int* info);                                            \
  cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* size);                \
  cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t handle, signed char job_u, signed char job_vt, int m,       \
                                        int n, T* a, int lda, T* s, T* u, int ldu, T* vt, int ldvt, T* workspace,      \
                                        int size, T* unconverged, int* info);                                          \
  cusolverStatus_t cusolverDn##L##syevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode,                  \
                                                   cublasFillMode_t fill, int n, const T* a, int lda, const T* w,      \
                                                   int* size);                                                         \
  cusolverStatus_t cusolverDn##L##syevd(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill,      \
                                        int n, T* a, int lda, T* w, T* workspace, int size, int* info);
CUSOLVER_EMULATOR_ORTHOGONAL(S, float)
CUSOLVER_EMULATOR_ORTHOGONAL(D, double)
#undef CUSOLVER_EMULATOR_ORTHOGONAL

// The eigenvalues of Hermitian matrices; they are real.
#define CUSOLVER_EMULATOR_HERMITIAN(L, T, Real)                                                                      \
  cusolverStatus_t cusolverDn##L##heevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode,                \
                                                   cublasFillMode_t fill, int n, const T* a, int lda, const Real* w, \
                                                   int* size);                                                       \
  cusolverStatus_t cusolverDn##L##heevd(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill,    \
                                        int n, T* a, int lda, Real* w, T* workspace, int size, int* info);
CUSOLVER_EMULATOR_HERMITIAN(C, cuComplex, float)
CUSOLVER_EMULATOR_HERMITIAN(Z, cuDoubleComplex, double)
#undef CUSOLVER_EMULATOR_HERMITIAN

#include <emulator/cusolver_more.hpp>
#include <emulator/cusolver_pairs.hpp>
