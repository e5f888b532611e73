// cuSOLVER's dense factorisations, as far as courses use them. Matrices are column-major. LU and Cholesky's
// factorisation are our own: of any shape, with or without pivoting, and they report the step that failed. The others
// are Eigen's; its QR uses LAPACK's reflections, so signs are those of a GPU.
#pragma once
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>
#include <vector>

#include "libraries/library_numbers.hpp"
#include "libraries/solver/dense_by_eigen.hpp"

struct cusolverDnContext {
  cudaStream_t stream = nullptr;
};

namespace cuda_emulator::solver {

template <class T>
T conjugate(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x;
  } else {
    return std::conj(x);
  }
}
// The size by which a pivot is chosen: both parts of a complex number, as in LAPACK.
template <class T>
double size_of(T x) {
  return std::fabs(double{std::real(x)}) + std::fabs(double{std::imag(x)});
}

template <class T>
struct Matrix {
  T* values;
  Index ld;
  T& operator()(Index i, Index j) const { return values[i + j * ld]; }
};

template <class Work>
cusolverStatus_t run(const char* name, cusolverDnHandle_t handle, Work work) {
  const bool ran = run_library(name, 1, handle->stream, [=](std::size_t) {
    Work once = work;
    once();
  });
  return ran ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

inline void announce_info(int* where) {
  accesses(where, 1);
  if (where && hooks.library_info) hooks.library_info(where);
}

// ---- systems of equations

// In place; without pivoting if there is no array for the pivots. Returns 0, or 1 + the first step without a pivot.
template <class T>
int factorise(Matrix<T> a, Index m, Index n, int* pivots) {
  int info = 0;
  for (Index k = 0; k < std::min(m, n); ++k) {
    if (pivots) {
      Index pivot = k;
      for (Index i = k + 1; i < m; ++i) {
        if (size_of(a(i, k)) > size_of(a(pivot, k))) pivot = i;
      }
      pivots[k] = static_cast<int>(pivot) + 1;
      for (Index j = 0; j < n && pivot != k; ++j) std::swap(a(k, j), a(pivot, j));
    }
    if (a(k, k) == T(0)) {
      if (info == 0) info = static_cast<int>(k) + 1;
      continue;
    }
    for (Index i = k + 1; i < m; ++i) a(i, k) /= a(k, k);
    for (Index j = k + 1; j < n; ++j) {
      for (Index i = k + 1; i < m; ++i) a(i, j) -= a(i, k) * a(k, j);
    }
  }
  return info;
}

// Solves op(triangle) x = x in place.
template <class T>
void solve_triangle(Matrix<const T> a, Index n, bool lower, bool unit, cublasOperation_t op, T* x) {
  const auto at = [&](Index i, Index j) {
    if (op == CUBLAS_OP_N) return a(i, j);
    return op == CUBLAS_OP_C ? conjugate(a(j, i)) : a(j, i);
  };
  const bool forward = lower == (op == CUBLAS_OP_N);
  for (Index step = 0; step < n; ++step) {
    const Index i = forward ? step : n - 1 - step;
    T sum = x[i];
    for (Index j = forward ? 0 : i + 1; j < (forward ? i : n); ++j) sum -= at(i, j) * x[j];
    x[i] = unit ? sum : sum / at(i, i);
  }
}

// In place, of one triangle. Returns 0, or the order of the first leading part that is not positive definite.
template <class T>
int cholesky(Matrix<T> a, Index n, bool lower) {
  // The upper triangle's factor is the conjugate transpose of the lower one's.
  const auto at = [&](Index i, Index j) -> T& { return lower ? a(i, j) : a(j, i); };
  for (Index j = 0; j < n; ++j) {
    double left = std::real(at(j, j));
    for (Index k = 0; k < j; ++k) left -= double{std::norm(at(j, k))};
    if (!(left > 0)) return static_cast<int>(j) + 1;
    const T root = static_cast<T>(std::sqrt(left));
    at(j, j) = root;
    for (Index i = j + 1; i < n; ++i) {
      T sum = at(i, j);
      for (Index k = 0; k < j; ++k) sum -= lower ? at(i, k) * conjugate(at(j, k)) : conjugate(at(j, k)) * at(i, k);
      at(i, j) = sum / root;
    }
  }
  return 0;
}

// ---- by Eigen, in double precision

// An m-by-n matrix without padding, and back.
template <class T>
Dense widened(Matrix<const T> a, Index m, Index n) {
  Dense all;
  all.reserve(static_cast<std::size_t>(m * n));
  for (Index j = 0; j < n; ++j) all.insert(all.end(), &a.values[j * a.ld], &a.values[j * a.ld] + m);
  return all;
}
template <class T>
void narrow(const Dense& from, Index m, Index n, Matrix<T> to) {
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < m; ++i) to(i, j) = static_cast<T>(from[static_cast<std::size_t>(i + j * m)]);
  }
}

template <class T>
void factorise_qr(Matrix<T> a, Index m, Index n, T* tau) {
  Dense wide = widened(Matrix<const T>{a.values, a.ld}, m, n), coefficients(static_cast<std::size_t>(std::min(m, n)));
  factorise_qr(wide, m, n, coefficients.data());
  narrow(wide, m, n, a);
  std::transform(coefficients.begin(), coefficients.end(), tau, [](double x) { return static_cast<T>(x); });
}
// c = op(Q) c, or c op(Q).
template <class T>
void apply_q(bool left, bool transposed, Index m, Index n, Index k, Matrix<const T> a, const T* tau, Matrix<T> c) {
  const Dense coefficients(tau, tau + k);
  Dense wide = widened(Matrix<const T>{c.values, c.ld}, m, n);
  apply_q(left, transposed, m, n, k, widened(a, left ? m : n, k), coefficients.data(), wide);
  narrow(wide, m, n, c);
}

template <class T>
void eigenvalues(Matrix<T> a, Index n, bool lower, bool vectors, T* w) {
  Dense full(static_cast<std::size_t>(n * n));
  for (Index j = 0; j < n; ++j) {
    for (Index i = j; i < n; ++i) full[static_cast<std::size_t>(i + j * n)] = lower ? a(i, j) : a(j, i);
  }
  narrow(eigenvalues_of(full, n, vectors), n, 1, Matrix<T>{w, n});
  if (vectors) narrow(full, n, n, a);
}
// For m >= n. Columns of u and rows of vt as the jobs request: all, as many as there are values, none.
template <class T>
void singular_values(char job_u, char job_vt, Matrix<const T> a, Index m, Index n, T* s, Matrix<T> u, Matrix<T> vt) {
  const Index columns = job_u == 'N' ? 0 : job_u == 'A' ? m : n;
  const SingularValues found = singular_values_of(widened(a, m, n), m, n, columns, job_vt != 'N');
  narrow(found.values, n, 1, Matrix<T>{s, n});
  narrow(found.u, m, columns, u);
  for (Index j = 0; j < n && job_vt != 'N'; ++j) {
    for (Index i = 0; i < n; ++i) vt(j, i) = static_cast<T>(found.v[static_cast<std::size_t>(i + j * n)]);
  }
}

#define CHECK_HANDLE(handle) \
  if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED
#define CHECK(condition) \
  if (!(condition)) return CUSOLVER_STATUS_INVALID_VALUE

}  // namespace cuda_emulator::solver
