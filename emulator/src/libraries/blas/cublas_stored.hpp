// cuBLAS: matrices of which only a part is stored, as bands or packed, one triangle of them or all.
#pragma once
#include <algorithm>

#include "libraries/blas/cublas_matrices.hpp"

namespace cuda_emulator::blas {

// ---- the address of the element in row r and column c, null if it is not stored
template <class T>
struct Full {
  T* start;
  Index leading;
  T* at(Index r, Index c) const { return start + r + c * leading; }
};
template <class T>
struct Band {
  T* start;
  Index leading, below, above;
  T* at(Index r, Index c) const {
    return r - c > below || c - r > above ? nullptr : start + above + r - c + c * leading;
  }
};
template <class T>
struct Packed {
  T* start;
  Index n;
  bool lower;
  T* at(Index r, Index c) const { return start + (lower ? r + (2 * n - c - 1) * c / 2 : r + c * (c + 1) / 2); }
};
template <class T>
Full<T> full(T* a, Index lda) {
  return {device_pointer(a), lda};
}
template <class T>
Packed<T> packed(T* a, Index n, cublasFillMode_t fill) {
  return {device_pointer(a), n, fill == CUBLAS_FILL_MODE_LOWER};
}
template <class T>
Band<T> half_band(T* a, Index lda, Index k, cublasFillMode_t fill) {
  const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
  return {device_pointer(a), lda, lower ? k : 0, lower ? 0 : k};
}

// A symmetric or, if T is complex and `hermitian`, a Hermitian matrix of which one triangle is stored.
template <class T, class Storage>
struct Mirrored {
  Storage stored;
  bool lower, hermitian;
  T operator()(Index i, Index j) const {
    const bool own = i == j || (i > j) == lower;
    const T* const place = own ? stored.at(i, j) : stored.at(j, i);
    if (!place) return T(0);
    if (hermitian && i == j) return T(std::real(*place));
    return hermitian && !own ? conjugate(*place) : *place;
  }
};
template <class T, class Storage>
Mirrored<T, Storage> mirrored(Storage stored, cublasFillMode_t fill, bool hermitian) {
  return {stored, fill == CUBLAS_FILL_MODE_LOWER, hermitian};
}

// op(A) of a triangular matrix, or of its transpose: for equations from the right.
template <class T, class Storage>
struct Triangular {
  Storage stored;
  bool stored_lower, unit;
  cublasOperation_t op;
  bool turned = false;
  [[nodiscard]] bool lower() const { return stored_lower == ((op == CUBLAS_OP_N) != turned); }
  T operator()(Index i, Index j) const {
    if ((op == CUBLAS_OP_N) == turned) std::swap(i, j);
    if (i == j && unit) return T(1);
    if (i != j && (i > j) != stored_lower) return T(0);
    const T* const place = stored.at(i, j);
    return !place ? T(0) : op == CUBLAS_OP_C ? conjugate(*place) : *place;
  }
};
template <class T, class Storage>
Triangular<T, Storage> triangular(Storage stored, cublasFillMode_t fill, cublasOperation_t op,
                                  cublasDiagType_t diagonal) {
  return {stored, fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
}
template <class T, class Storage, class X>
void multiply_in_place(const Triangular<T, Storage>& a, Index n, X x) {
  for (Index step = 0; step < n; ++step) {  // an element that is still needed is overwritten last
    const Index i = a.lower() ? n - 1 - step : step;
    Wide<T> sum{};
    for (Index j = 0; j < n; ++j) sum += Wide<T>(a(i, j)) * Wide<T>(x(j));
    x(i) = narrow<T>(sum);
  }
}

// f(i, j) for the elements of one triangle, one column per block.
template <class F>
cublasStatus_t for_each_in_triangle(const char* name, cublasHandle_t handle, Index n, cublasFillMode_t fill, F f) {
  const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
  return run(name, static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) f(i, j);
  });
}

// A += alpha x x', or alpha x y' + alpha' y x', of one triangle.
template <class T, class R, class Storage>
cublasStatus_t update_rank_1(cublasHandle_t handle, cublasFillMode_t fill, Index n, Factor<R> alpha, Vector<const T> x,
                             Storage a, bool hermitian) {
  return for_each_in_triangle("cublas rank 1", handle, n, fill, [=](Index i, Index j) {
    T& to = *a.at(i, j);
    to += alpha.get() * (x[i] * (hermitian ? conjugate(x[j]) : x[j]));
    if (hermitian && i == j) to = T(std::real(to));
  });
}
template <class T, class Storage>
cublasStatus_t update_rank_2(cublasHandle_t handle, cublasFillMode_t fill, Index n, Factor<T> alpha, Vector<const T> x,
                             Vector<const T> y, Storage a, bool hermitian) {
  return for_each_in_triangle("cublas rank 2", handle, n, fill, [=](Index i, Index j) {
    const auto turned = [=](T value) { return hermitian ? conjugate(value) : value; };
    T& to = *a.at(i, j);
    to += alpha.get() * x[i] * turned(y[j]) + turned(alpha.get()) * y[i] * turned(x[j]);
    if (hermitian && i == j) to = T(std::real(to));
  });
}

// C = alpha op(A) op(B)' + beta C, of one triangle; `both` adds alpha' op(B) op(A)'.
template <class T, class R, class S>
cublasStatus_t update_rank_k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, Index n, Index k,
                             Factor<S> alpha, Matrix<const T> a, Matrix<const T> b, Factor<R> beta, Matrix<T> c,
                             bool hermitian, bool both) {
  const Operand<T> left{a, op}, right{b, op};
  return for_each_in_triangle("cublas rank k", handle, n, fill, [=](Index i, Index j) {
    const auto turned = [=](T value) { return hermitian ? conjugate(value) : value; };
    Wide<T> sum{}, other{};
    for (Index l = 0; l < k; ++l) {
      sum += Wide<T>(left(i, l)) * Wide<T>(turned(right(j, l)));
      if (both) other += Wide<T>(right(i, l)) * Wide<T>(turned(left(j, l)));
    }
    const T factor = T(alpha.get());
    T value = narrow<T>(Wide<T>(factor) * sum + Wide<T>(turned(factor)) * other);
    if (beta.get() != R(0)) value += T(beta.get()) * c(i, j);
    c(i, j) = hermitian && i == j ? T(std::real(value)) : value;
  });
}

}  // namespace cuda_emulator::blas
