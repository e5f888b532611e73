// cuBLAS, level 2: a matrix, stored by columns, and a vector.
#pragma once
#include <algorithm>

#include "libraries/blas/cublas_types.hpp"

namespace cuda_emulator::blas {

template <class T>
struct Matrix {
  T* start;
  Index leading;
  Matrix(T* a, Index lda) : start(device_pointer(a)), leading(lda) {}
  T& operator()(Index i, Index j) const { return start[i + j * leading]; }
};
// op(A), element by element.
template <class T>
struct Operand {
  Matrix<const T> a;
  cublasOperation_t op;
  T operator()(Index i, Index j) const {
    if (op == CUBLAS_OP_N) return a(i, j);
    return op == CUBLAS_OP_T ? a(j, i) : conjugate(a(j, i));
  }
};
// A symmetric matrix of which one triangle is given.
template <class T>
struct Symmetric {
  Matrix<const T> a;
  bool lower;
  T operator()(Index i, Index j) const { return (i >= j) == lower ? a(i, j) : a(j, i); }
};
// op(A) of a triangular matrix.
template <class T>
struct Triangle {
  Matrix<const T> a;
  bool stored_lower, unit;
  cublasOperation_t op;
  [[nodiscard]] bool lower() const { return stored_lower == (op == CUBLAS_OP_N); }
  T operator()(Index i, Index j) const {
    if (i == j && unit) return T(1);
    if (i != j && (i > j) != lower()) return T(0);
    return Operand<T>{a, op}(i, j);
  }
};

// y = alpha A x + beta y, some of the rows per block. If beta is 0, y is not read.
template <class T, class Element>
cublasStatus_t matrix_vector(const char* name, cublasHandle_t handle, Index rows, Index columns, Factor<T> alpha,
                             Element a, Vector<const T> x, Factor<T> beta, Vector<T> y) {
  constexpr Index rows_a_block = 64;
  return run(name, static_cast<std::size_t>((rows + rows_a_block - 1) / rows_a_block), handle, [=](std::size_t block) {
    const Index begin = static_cast<Index>(block) * rows_a_block, end = std::min(rows, begin + rows_a_block);
    for (Index i = begin; i < end; ++i) {
      Wide<T> sum{};
      for (Index j = 0; j < columns; ++j) sum += Wide<T>(a(i, j)) * Wide<T>(x[j]);
      const T product = narrow<T>(Wide<T>(alpha.get()) * sum);
      y[i] = beta.get() == T(0) ? product : product + beta.get() * y[i];
    }
  });
}

template <class T>
cublasStatus_t gemv(const char* name, cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,
                    const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  CHECK_HANDLE(handle);
  if (m < 0) return bad_argument(name, 2);
  if (n < 0) return bad_argument(name, 3);
  if (lda < std::max(1, m)) return bad_argument(name, 6);
  if (incx == 0) return bad_argument(name, 8);
  if (incy == 0) return bad_argument(name, 11);
  if (m == 0 || n == 0) return CUBLAS_STATUS_SUCCESS;
  reaches(a, m, n, lda);
  const Index rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
  return matrix_vector<T>("cublas gemv", handle, rows, columns, Factor<T>(handle, alpha),
                          Operand<T>{Matrix<const T>(a, lda), op}, Vector<const T>(x, columns, incx),
                          Factor<T>(handle, beta), Vector<T>(y, rows, incy));
}
template <class T>
cublasStatus_t symv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* a, int lda,
                    const T* x, int incx, const T* beta, T* y, int incy) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  reaches(a, n, n, lda, part_of(fill));
  return matrix_vector<T>("cublas symv", handle, n, n, Factor<T>(handle, alpha),
                          Symmetric<T>{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER},
                          Vector<const T>(x, n, incx), Factor<T>(handle, beta), Vector<T>(y, n, incy));
}

// The order in which the unknowns can be computed one after the other.
template <class A, class X>
void solve(const A& a, Index n, X x) {
  for (Index step = 0; step < n; ++step) {
    const Index i = a.lower() ? step : n - 1 - step;
    std::remove_cvref_t<decltype(x(i))> value = x(i);
    for (Index k = 0; k < step; ++k) {
      const Index j = a.lower() ? k : n - 1 - k;
      value -= a(i, j) * x(j);
    }
    x(i) = a.unit ? value : value / a(i, i);
  }
}
template <class T>
cublasStatus_t trsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,
                    int n, const T* a, int lda, T* x, int incx) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  reaches(a, n, n, lda, part_of(fill));
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Vector<T> v(x, n, incx);
  return run("cublas trsv", 1, handle, [=](std::size_t) { solve(triangle, n, [&](Index i) -> T& { return v[i]; }); });
}
template <class T>
cublasStatus_t trmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, cublasDiagType_t diagonal,
                    int n, const T* a, int lda, T* x, int incx) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  reaches(a, n, n, lda, part_of(fill));
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Vector<T> v(x, n, incx);
  return run("cublas trmv", 1, handle, [=](std::size_t) {
    for (Index step = 0; step < n; ++step) {  // an element that is still needed is overwritten last
      const Index i = triangle.lower() ? n - 1 - step : step;
      Wide<T> sum{};
      for (Index j = 0; j < n; ++j) sum += Wide<T>(triangle(i, j)) * Wide<T>(v[j]);
      v[i] = narrow<T>(sum);
    }
  });
}
template <class T>
cublasStatus_t ger(cublasHandle_t handle, int m, int n, const T* alpha, const T* x, int incx, const T* y, int incy,
                   T* a, int lda, bool conjugated = false) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || lda < std::max(1, m) || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  reaches(a, m, n, lda);
  const Vector<const T> u(x, m, incx), v(y, n, incy);
  const Matrix<T> matrix(a, lda);
  const Factor<T> factor(handle, alpha);
  return run("cublas ger", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    const T right = factor.get() * (conjugated ? conjugate(v[j]) : v[j]);
    for (Index i = 0; i < m; ++i) matrix(i, j) += u[i] * right;
  });
}
template <class T>
cublasStatus_t syr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x, int incx, T* a,
                   int lda) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n) || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  reaches(a, n, n, lda, part_of(fill));
  const Vector<const T> v(x, n, incx);
  const Matrix<T> matrix(a, lda);
  const Factor<T> factor(handle, alpha);
  return run("cublas syr", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
    for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) matrix(i, j) += factor.get() * v[i] * v[j];
  });
}

}  // namespace cuda_emulator::blas
