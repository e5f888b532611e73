// cuBLAS: many small systems, one matrix per block. The pivots count from 1.
#pragma once
#include <algorithm>
#include <cmath>
#include <utility>

#include "libraries/blas/cublas_matrices.hpp"

namespace cuda_emulator::blas {

template <class T>
int factorise(T* a, Index n, Index lda, int* pivots) {
  int info = 0;
  for (Index k = 0; k < n; ++k) {
    Index pivot = k;
    if (pivots) {
      for (Index i = k + 1; i < n; ++i) {
        if (size_of(a[i + k * lda]) > size_of(a[pivot + k * lda])) pivot = i;
      }
      pivots[k] = static_cast<int>(pivot) + 1;
      for (Index j = 0; j < n && pivot != k; ++j) std::swap(a[k + j * lda], a[pivot + j * lda]);
    }
    if (a[k + k * lda] == T(0)) {
      if (info == 0) info = static_cast<int>(k) + 1;
      continue;
    }
    for (Index i = k + 1; i < n; ++i) a[i + k * lda] /= a[k + k * lda];
    for (Index j = k + 1; j < n; ++j) {
      for (Index i = k + 1; i < n; ++i) a[i + j * lda] -= a[i + k * lda] * a[k + j * lda];
    }
  }
  return info;
}
// Solves op(A) x = b in place, with the A that factorise computed.
template <class T>
void solve_factorised(const T* a, Index n, Index lda, const int* pivots, cublasOperation_t op, T* x) {
  const Matrix<const T> matrix(a, lda);
  const auto at = [&](Index i) -> T& { return x[i]; };
  const auto permute = [&](bool forward) {
    for (Index step = 0; step < n && pivots; ++step) {
      const Index k = forward ? step : n - 1 - step;
      std::swap(x[k], x[pivots[k] - 1]);
    }
  };
  const Triangle<T> lower{matrix, true, true, op}, upper{matrix, false, false, op};
  if (op == CUBLAS_OP_N) {
    permute(true);
    solve(lower, n, at);
    solve(upper, n, at);
  } else {
    solve(upper, n, at);
    solve(lower, n, at);
    permute(false);
  }
}
template <class T>
void invert(const T* a, Index n, Index lda, const int* pivots, T* inverse, Index ldi) {
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) inverse[i + j * ldi] = T(i == j ? 1 : 0);
    solve_factorised(a, n, lda, pivots, CUBLAS_OP_N, inverse + j * ldi);
  }
}
template <class T>
int singular_at(const T* a, Index n, Index lda) {
  for (Index k = 0; k < n; ++k) {
    if (a[k + k * lda] == T(0)) return static_cast<int>(k) + 1;
  }
  return 0;
}

template <class T>
cublasStatus_t getrf(cublasHandle_t handle, int n, T* const* a, int lda, int* pivots, int* info, int count) {
  CHECK_HANDLE(handle);
  if (n < 0 || count < 0 || lda < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  const Batch<T> matrices = listed(a);
  pivots = device_pointer(pivots);
  info = device_pointer(info);
  return run("cublas getrf", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index i = static_cast<Index>(block);
    info[i] = factorise(matrices.at(i), n, lda, pivots ? pivots + i * n : nullptr);
  });
}
template <class T>
cublasStatus_t getrs(cublasHandle_t handle, cublasOperation_t op, int n, int columns, const T* const* a, int lda,
                     const int* pivots, T* const* b, int ldb, int* info, int count) {
  CHECK_HANDLE(handle);
  *info = 0;  // it is in host memory, and reports invalid arguments
  if (n < 0 || columns < 0 || count < 0 || lda < std::max(1, n) || ldb < std::max(1, n)) {
    *info = -1;
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Batch<const T> matrices = listed(a);
  const Batch<T> sides = listed(b);
  pivots = device_pointer(pivots);
  return run("cublas getrs", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index i = static_cast<Index>(block);
    for (Index j = 0; j < columns; ++j) {
      solve_factorised(matrices.at(i), n, lda, pivots ? pivots + i * n : nullptr, op, sides.at(i) + j * ldb);
    }
  });
}
template <class T>
cublasStatus_t getri(cublasHandle_t handle, int n, const T* const* a, int lda, const int* pivots, T* const* c, int ldc,
                     int* info, int count) {
  CHECK_HANDLE(handle);
  if (n < 0 || count < 0 || lda < std::max(1, n) || ldc < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  const Batch<const T> matrices = listed(a);
  const Batch<T> inverses = listed(c);
  pivots = device_pointer(pivots);
  info = device_pointer(info);
  return run("cublas getri", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index i = static_cast<Index>(block);
    info[i] = singular_at(matrices.at(i), n, lda);
    if (info[i] == 0) invert(matrices.at(i), n, lda, pivots ? pivots + i * n : nullptr, inverses.at(i), ldc);
  });
}
template <class T>
cublasStatus_t matinv(cublasHandle_t handle, int n, const T* const* a, int lda, T* const* b, int ldb, int* info,
                      int count) {
  CHECK_HANDLE(handle);
  if (n < 0 || n > 32 || count < 0 || lda < std::max(1, n) || ldb < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  const Batch<const T> matrices = listed(a);
  const Batch<T> inverses = listed(b);
  info = device_pointer(info);
  return run("cublas matinv", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index which = static_cast<Index>(block);
    T copied[32 * 32];
    int pivots[32];
    for (Index j = 0; j < n; ++j) std::copy_n(matrices.at(which) + j * lda, n, copied + j * n);
    info[which] = factorise(copied, n, n, pivots);
    if (info[which] == 0) invert<T>(copied, n, n, pivots, inverses.at(which), ldb);
  });
}

}  // namespace cuda_emulator::blas
