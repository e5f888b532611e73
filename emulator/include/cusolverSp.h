// Stands in for the cuSOLVER header of the same name: sparse systems of equations, solved on the CPU
// (src/libraries/solver/cusolver_sparse.cpp). The reordering may differ from the requested one, which only affects the
// last digits.
#pragma once
#define CUSOLVERSP_H_
#include <cuComplex.h>
#include <cusolver_common.h>
#include <cusparse.h>

using cusolverSpHandle_t = struct cusolverSpContext*;
using csrqrInfo_t = struct csrqrInfo*;

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* stream);
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t* info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnz,
                                                 const cusparseMatDescr_t matrix, const int* offsets,
                                                 const int* columns, csrqrInfo_t info);
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t matrix,
                                         const int* offsets, const int* ends, const int* columns, int* is_symmetric);

// One system by QR, Cholesky or LU, of arrays on the device or on the host. `singularity`, on the host: -1, or the
// first step without a pivot.
#define CUSOLVER_EMULATOR_SOLVE(L, T, Real, name)                                                                      \
  cusolverStatus_t cusolverSp##L##csrlsv##name(                                                                        \
      cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t matrix, const T* values, const int* offsets, \
      const int* columns, const T* b, Real tolerance, int reorder, T* x, int* singularity);
#define CUSOLVER_EMULATOR_SPARSE(L, T, Real)                                                                   \
  CUSOLVER_EMULATOR_SOLVE(L, T, Real, qr)                                                                      \
  CUSOLVER_EMULATOR_SOLVE(L, T, Real, qrHost)                                                                  \
  CUSOLVER_EMULATOR_SOLVE(L, T, Real, chol)                                                                    \
  CUSOLVER_EMULATOR_SOLVE(L, T, Real, cholHost)                                                                \
  CUSOLVER_EMULATOR_SOLVE(L, T, Real, luHost)                                                                  \
  cusolverStatus_t cusolverSp##L##csrqrBufferInfoBatched(                                                      \
      cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t matrix, const T* values,      \
      const int* offsets, const int* columns, int count, csrqrInfo_t info, size_t* inside, size_t* workspace); \
  cusolverStatus_t cusolverSp##L##csrqrsvBatched(                                                              \
      cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t matrix, const T* values,      \
      const int* offsets, const int* columns, const T* b, T* x, int count, csrqrInfo_t info, void* workspace);
CUSOLVER_EMULATOR_SPARSE(S, float, float)
CUSOLVER_EMULATOR_SPARSE(D, double, double)
CUSOLVER_EMULATOR_SPARSE(C, cuComplex, float)
CUSOLVER_EMULATOR_SPARSE(Z, cuDoubleComplex, double)
#undef CUSOLVER_EMULATOR_SPARSE
#undef CUSOLVER_EMULATOR_SOLVE
