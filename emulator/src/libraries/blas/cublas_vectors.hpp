// cuBLAS, level 1: vectors. Sums are computed in double precision, so that their error is the rounding to the result's
// type.
#pragma once
#include <algorithm>
#include <utility>

#include "libraries/blas/cublas_types.hpp"

namespace cuda_emulator::blas {

inline constexpr Index vector_part = 16384;
inline std::size_t parts(Index n) {
  return n <= 0 ? 0 : static_cast<std::size_t>((n + vector_part - 1) / vector_part);
}
template <class F>
cublasStatus_t for_each(const char* name, cublasHandle_t handle, Index n, F f) {
  return run(name, parts(n), handle, [=](std::size_t block) {
    const Index begin = static_cast<Index>(block) * vector_part, end = std::min(n, begin + vector_part);
    for (Index i = begin; i < end; ++i) f(i);
  });
}

template <class T, class Better>
cublasStatus_t extreme(const char* name, cublasHandle_t handle, int n, const T* x, int incx, int* result,
                       Better better) {
  CHECK_HANDLE(handle);
  const Vector<const T> v(x, n, incx);
  return give(name, handle, result, [=] {
    if (n < 1 || incx < 1) return 0;
    Index best = 0;
    for (Index i = 1; i < n; ++i) {
      if (better(size_of(v[i]), size_of(v[best]))) best = i;
    }
    return static_cast<int>(best) + 1;
  });
}

template <class T>
cublasStatus_t copy(cublasHandle_t handle, int n, const T* x, int incx, T* y, int incy) {
  CHECK_HANDLE(handle);
  const Vector<const T> from(x, n, incx);
  const Vector<T> to(y, n, incy);
  return for_each("cublas copy", handle, n, [=](Index i) { to[i] = from[i]; });
}
template <class T>
cublasStatus_t swap(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy) {
  CHECK_HANDLE(handle);
  const Vector<T> a(x, n, incx), b(y, n, incy);
  return for_each("cublas swap", handle, n, [=](Index i) { std::swap(a[i], b[i]); });
}
template <class T, class S>
cublasStatus_t scal(cublasHandle_t handle, int n, const S* alpha, T* x, int incx) {
  CHECK_HANDLE(handle);
  const Vector<T> v(x, n, incx);
  const Factor<S> factor(handle, alpha);
  return for_each("cublas scal", handle, n, [=](Index i) { v[i] *= factor.get(); });
}
template <class T>
cublasStatus_t axpy(cublasHandle_t handle, int n, const T* alpha, const T* x, int incx, T* y, int incy) {
  CHECK_HANDLE(handle);
  const Vector<const T> a(x, n, incx);
  const Vector<T> b(y, n, incy);
  const Factor<T> factor(handle, alpha);
  return for_each("cublas axpy", handle, n, [=](Index i) {
    if constexpr (is_complex<T>) {
      b[i] += factor.get() * a[i];
    } else {
      b[i] = std::fma(factor.get(), a[i], b[i]);
    }
  });
}
template <class T>
cublasStatus_t dot(cublasHandle_t handle, int n, const T* x, int incx, const T* y, int incy, T* result,
                   bool conjugated = false) {
  CHECK_HANDLE(handle);
  const Vector<const T> a(x, n, incx), b(y, n, incy);
  return give("cublas dot", handle, result, [=] {
    Wide<T> sum{};
    for (Index i = 0; i < n; ++i) sum += Wide<T>(conjugated ? conjugate(a[i]) : a[i]) * Wide<T>(b[i]);
    return narrow<T>(sum);
  });
}
template <class T, class R>
cublasStatus_t asum(cublasHandle_t handle, int n, const T* x, int incx, R* result) {
  CHECK_HANDLE(handle);
  const Vector<const T> v(x, n, incx);
  return give("cublas asum", handle, result, [=] {
    double sum = 0;
    for (Index i = 0; i < n && incx > 0; ++i) sum += size_of(v[i]);
    return static_cast<R>(sum);
  });
}
template <class T, class R>
cublasStatus_t nrm2(cublasHandle_t handle, int n, const T* x, int incx, R* result) {
  CHECK_HANDLE(handle);
  const Vector<const T> v(x, n, incx);
  return give("cublas nrm2", handle, result, [=] {
    double sum = 0, largest = 0;
    for (Index i = 0; i < n && incx > 0; ++i) largest = std::max(largest, size_of(v[i]));
    if (largest == 0 || !std::isfinite(largest)) return static_cast<R>(largest);
    for (Index i = 0; i < n; ++i) sum += std::norm(Wide<T>(v[i]) / largest);
    return static_cast<R>(largest * std::sqrt(sum));
  });
}
template <class T>
cublasStatus_t rot(cublasHandle_t handle, int n, T* x, int incx, T* y, int incy, const T* c, const T* s) {
  CHECK_HANDLE(handle);
  const Vector<T> a(x, n, incx), b(y, n, incy);
  const Factor<T> cosine(handle, c), sine(handle, s);
  return for_each("cublas rot", handle, n, [=](Index i) {
    const T old = a[i];
    a[i] = cosine.get() * old + sine.get() * b[i];
    b[i] = cosine.get() * b[i] - sine.get() * old;
  });
}
template <class T>
cublasStatus_t rotg(cublasHandle_t handle, T* a, T* b, T* c, T* s) {
  CHECK_HANDLE(handle);
  return run("cublas rotg", 1, handle, [=](std::size_t) {
    const T larger = std::fabs(*a) > std::fabs(*b) ? *a : *b;
    const T scale = std::fabs(*a) + std::fabs(*b);
    if (scale == 0) {
      *c = 1;
      *s = *a = *b = 0;
      return;
    }
    const T r = std::copysign(scale * std::hypot(*a / scale, *b / scale), larger);
    *c = *a / r;
    *s = *b / r;
    *b = std::fabs(*a) > std::fabs(*b) ? *s : *c != 0 ? 1 / *c : T{1};
    *a = r;
  });
}

}  // namespace cuda_emulator::blas
