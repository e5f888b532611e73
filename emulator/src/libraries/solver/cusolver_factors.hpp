// cuSOLVER's dense factorisations, as far as courses use them. Matrices are stored by columns. QR reflects as LAPACK
// does, so its signs are those of a GPU; eigenvalues and singular values come by Jacobi's rotations in double
// precision.
#pragma once
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <type_traits>
#include <vector>

#include "libraries/library_numbers.hpp"

struct cusolverDnContext {
  cudaStream_t stream = nullptr;
};

namespace cuda_emulator::solver {

using Index = std::ptrdiff_t;

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

// ---- systems of equations

// In place; without exchanges where there is no room for them. 0, or one more than the first step without a pivot.
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

// In place, of one triangle. 0, or the order of the first leading part that is not positive definite.
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

// ---- QR: reflections I - tau v v', v's first element is 1 and is not stored
template <class T>
void reflect(const T* v, Index length, T tau, T* x) {
  double sum = x[0];
  for (Index i = 1; i < length; ++i) sum += double{v[i]} * double{x[i]};
  const T times = static_cast<T>(double{tau} * sum);
  x[0] -= times;
  for (Index i = 1; i < length; ++i) x[i] -= times * v[i];
}
template <class T>
void factorise_qr(Matrix<T> a, Index m, Index n, T* tau) {
  for (Index k = 0; k < std::min(m, n); ++k) {
    double rest = 0;
    for (Index i = k + 1; i < m; ++i) rest += double{a(i, k)} * double{a(i, k)};
    const double first = a(k, k);
    tau[k] = 0;
    if (rest == 0) continue;
    const double length = -std::copysign(std::sqrt(first * first + rest), first);
    tau[k] = static_cast<T>((length - first) / length);
    for (Index i = k + 1; i < m; ++i) a(i, k) = static_cast<T>(double{a(i, k)} / (first - length));
    a(k, k) = static_cast<T>(length);
    for (Index j = k + 1; j < n; ++j) reflect(&a(k, k), m - k, tau[k], &a(k, j));
  }
}
// c = op(Q) c, or c op(Q).
template <class T>
void apply_q(bool left, bool transposed, Index m, Index n, Index k, Matrix<const T> a, const T* tau, Matrix<T> c) {
  const Index length = left ? m : n;
  std::vector<T> row(static_cast<std::size_t>(n));
  for (Index step = 0; step < k; ++step) {
    const Index r = left == transposed ? step : k - 1 - step;
    if (left) {
      for (Index j = 0; j < n; ++j) reflect(&a(r, r), length - r, tau[r], &c(r, j));
      continue;
    }
    for (Index i = 0; i < m; ++i) {
      for (Index j = r; j < n; ++j) row[static_cast<std::size_t>(j)] = c(i, j);
      reflect(&a(r, r), length - r, tau[r], &row[static_cast<std::size_t>(r)]);
      for (Index j = r; j < n; ++j) c(i, j) = row[static_cast<std::size_t>(j)];
    }
  }
}

// ---- Jacobi's rotations

struct Rotation {
  double c = 1, s = 0;
  // Of two columns whose lengths squared are p and q, and whose product is r: afterwards that is 0.
  Rotation(double p, double q, double r) {
    if (r == 0) return;
    const double t = (q - p) / (2 * r);
    const double tangent = std::copysign(1.0, t) / (std::fabs(t) + std::sqrt(t * t + 1));
    c = 1 / std::sqrt(tangent * tangent + 1);
    s = tangent * c;
  }
  void turn(double& x, double& y) const {
    const double old = x;
    x = c * x - s * y;
    y = s * old + c * y;
  }
};
using Dense = std::vector<double>;  // by columns

inline constexpr int most_sweeps = 60;

// Afterwards `a`, symmetric, is diagonal, and v's columns are its eigenvectors.
inline void diagonalise(Dense& a, Dense& v, Index n) {
  const auto at = [n](Dense& x, Index i, Index j) -> double& { return x[static_cast<std::size_t>(i + j * n)]; };
  std::fill(v.begin(), v.end(), 0.0);
  for (Index i = 0; i < n; ++i) at(v, i, i) = 1;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    double off = 0, all = 0;
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < n; ++i) (i == j ? all : off) += at(a, i, j) * at(a, i, j);
    }
    if (off <= 1e-32 * all) return;
    for (Index p = 0; p < n; ++p) {
      for (Index q = p + 1; q < n; ++q) {
        const Rotation rotation(at(a, p, p), at(a, q, q), at(a, p, q));
        for (Index i = 0; i < n; ++i) rotation.turn(at(a, i, p), at(a, i, q));
        for (Index i = 0; i < n; ++i) rotation.turn(at(a, p, i), at(a, q, i));
        for (Index i = 0; i < n; ++i) rotation.turn(at(v, i, p), at(v, i, q));
      }
    }
  }
}
// Afterwards the m-by-n columns of `a` are orthogonal, and v has done it.
inline void orthogonalise(Dense& a, Dense& v, Index m, Index n) {
  std::fill(v.begin(), v.end(), 0.0);
  for (Index i = 0; i < n; ++i) v[static_cast<std::size_t>(i + i * n)] = 1;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    bool turned = false;
    for (Index p = 0; p < n; ++p) {
      for (Index q = p + 1; q < n; ++q) {
        double *x = &a[static_cast<std::size_t>(p * m)], *y = &a[static_cast<std::size_t>(q * m)];
        const double xx = std::inner_product(x, x + m, x, 0.0), yy = std::inner_product(y, y + m, y, 0.0),
                     xy = std::inner_product(x, x + m, y, 0.0);
        if (std::fabs(xy) <= 1e-16 * std::sqrt(xx * yy)) continue;
        turned = true;
        const Rotation rotation(xx, yy, xy);
        for (Index i = 0; i < m; ++i) rotation.turn(x[i], y[i]);
        for (Index i = 0; i < n; ++i) {
          rotation.turn(v[static_cast<std::size_t>(i + p * n)], v[static_cast<std::size_t>(i + q * n)]);
        }
      }
    }
    if (!turned) return;
  }
}
// The given columns, of length one and orthogonal, and as many more as make a whole basis.
inline void complete_basis(Dense& u, Index m, Index have, Index want) {
  for (Index next = have, axis = 0; next < want && axis < m; ++axis) {
    double* const column = &u[static_cast<std::size_t>(next * m)];
    std::fill(column, column + m, 0.0);
    column[axis] = 1;
    for (int twice = 0; twice < 2; ++twice) {
      for (Index k = 0; k < next; ++k) {
        const double* const other = &u[static_cast<std::size_t>(k * m)];
        const double product = std::inner_product(column, column + m, other, 0.0);
        for (Index i = 0; i < m; ++i) column[i] -= product * other[i];
      }
    }
    const double length = std::sqrt(std::inner_product(column, column + m, column, 0.0));
    if (length < 1e-6) continue;
    for (Index i = 0; i < m; ++i) column[i] /= length;
    ++next;
  }
}
inline std::vector<Index> sorted_by(const Dense& values, bool descending) {
  std::vector<Index> order(values.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    const double x = values[static_cast<std::size_t>(a)], y = values[static_cast<std::size_t>(b)];
    return descending ? x > y : x < y;
  });
  return order;
}

template <class T>
void eigenvalues(Matrix<T> a, Index n, bool lower, bool vectors, T* w) {
  const std::size_t size = static_cast<std::size_t>(n);
  Dense full(size * size), v(size * size), values(size);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      full[static_cast<std::size_t>(i + j * n)] = (i > j) == lower || i == j ? a(i, j) : a(j, i);
    }
  }
  diagonalise(full, v, n);
  for (std::size_t i = 0; i < size; ++i) values[i] = full[i + i * size];
  const std::vector<Index> order = sorted_by(values, false);
  for (Index j = 0; j < n; ++j) {
    const Index from = order[static_cast<std::size_t>(j)];
    w[j] = static_cast<T>(values[static_cast<std::size_t>(from)]);
    for (Index i = 0; i < n && vectors; ++i) a(i, j) = static_cast<T>(v[static_cast<std::size_t>(i + from * n)]);
  }
}
// For m >= n. Columns of u and rows of vt as the jobs ask: all, as many as there are values, none.
template <class T>
void singular_values(char job_u, char job_vt, Matrix<const T> a, Index m, Index n, T* s, Matrix<T> u, Matrix<T> vt) {
  const std::size_t rows = static_cast<std::size_t>(m), columns = static_cast<std::size_t>(n);
  Dense turned(rows * columns), v(columns * columns), lengths(columns);
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < m; ++i) turned[static_cast<std::size_t>(i + j * m)] = a(i, j);
  }
  orthogonalise(turned, v, m, n);
  for (Index j = 0; j < n; ++j) {
    const double* const column = &turned[static_cast<std::size_t>(j * m)];
    lengths[static_cast<std::size_t>(j)] = std::sqrt(std::inner_product(column, column + m, column, 0.0));
  }
  const std::vector<Index> order = sorted_by(lengths, true);
  const Index want = job_u == 'A' ? m : n;
  Dense basis(rows * static_cast<std::size_t>(want));
  Index rank = 0;
  for (Index j = 0; j < n; ++j) {
    const Index from = order[static_cast<std::size_t>(j)];
    const double length = lengths[static_cast<std::size_t>(from)];
    s[j] = static_cast<T>(length);
    if (length > 0) {
      for (Index i = 0; i < m; ++i) {
        basis[static_cast<std::size_t>(i + j * m)] = turned[static_cast<std::size_t>(i + from * m)] / length;
      }
      rank = j + 1;
    }
    for (Index i = 0; i < n && job_vt != 'N'; ++i) vt(j, i) = static_cast<T>(v[static_cast<std::size_t>(i + from * n)]);
  }
  if (job_u == 'N') return;
  complete_basis(basis, m, rank, want);
  for (Index j = 0; j < want; ++j) {
    for (Index i = 0; i < m; ++i) u(i, j) = static_cast<T>(basis[static_cast<std::size_t>(i + j * m)]);
  }
}

#define CHECK_HANDLE(handle) \
  if (!handle) return CUSOLVER_STATUS_NOT_INITIALIZED
#define CHECK(condition) \
  if (!(condition)) return CUSOLVER_STATUS_INVALID_VALUE

}  // namespace cuda_emulator::solver
