// cuBLAS, level 3: products of matrices add in the order of k, one fused or plain multiply-add per element, in the
// compute type. A block computes a tile of C.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>

#include "libraries/blas/cublas_matrices.hpp"
#include "libraries/blas/cublas_tile.hpp"

namespace cuda_emulator::blas {

// store(i, j, sum of a(i, k) b(k, j)) for the elements of C. `count` products in a row: the accessors take the number
// of the product first.
template <class T, class A, class B, class Store>
cublasStatus_t product(const char* name, cublasHandle_t handle, Index m, Index n, Index depth, Index count, A a, B b,
                       Store store) {
  const Index tiles_down = (m + tile_rows - 1) / tile_rows, tiles_across = (n + tile_columns - 1) / tile_columns;
  const Index tiles = tiles_down * tiles_across;
  return run(name, static_cast<std::size_t>(tiles * count), handle, [=](std::size_t block) {
    const Index batch = static_cast<Index>(block) / tiles, tile = static_cast<Index>(block) % tiles;
    const Index i0 = tile % tiles_down * tile_rows, j0 = tile / tiles_down * tile_columns;
    const Index rows = std::min(tile_rows, m - i0), columns = std::min(tile_columns, n - j0);
    alignas(64) T left[tile_depth * tile_rows], right[tile_depth * tile_columns], sum[tile_columns * tile_rows];
    std::fill_n(sum, tile_columns * tile_rows, T(0));
    for (Index k0 = 0; k0 < depth; k0 += tile_depth) {
      const Index deep = std::min(tile_depth, depth - k0);
      if (rows < tile_rows || deep < tile_depth) std::fill_n(left, tile_depth * tile_rows, T(0));
      if (columns < tile_columns || deep < tile_depth) std::fill_n(right, tile_depth * tile_columns, T(0));
      for (Index k = 0; k < deep; ++k) {
        for (Index i = 0; i < rows; ++i) left[k * tile_rows + i] = a(batch, i0 + i, k0 + k);
        for (Index j = 0; j < columns; ++j) right[k * tile_columns + j] = b(batch, k0 + k, j0 + j);
      }
      multiply_tile<T>(left, right, sum);
    }
    for (Index j = 0; j < columns; ++j) {
      for (Index i = 0; i < rows; ++i) store(batch, i0 + i, j0 + j, sum[j * tile_rows + i]);
    }
  });
}

// C of a product: alpha times the sum plus beta times the old value, which is not read if beta is 0.
template <class T, class C, class S>
void store_scaled(C& c, S sum, T alpha, T beta) {
  const T product = alpha * static_cast<T>(sum);
  c = static_cast<C>(beta == T(0) ? product : product + beta * static_cast<T>(c));
}

// The addresses of a batch's matrices: strides in one array, or an array of pointers on the device.
template <class T>
struct Batch {
  T* start = nullptr;
  Index stride = 0;
  T* const* pointers = nullptr;
  T* at(Index i) const { return pointers ? pointers[i] : start + i * stride; }
};
struct AnyBatch {  // of matrices whose type is an argument
  void* start = nullptr;
  Index stride = 0;
  void* const* pointers = nullptr;
};
template <class T>
Batch<T> strided(T* start, Index stride = 0) {
  return {device_pointer(start), stride, nullptr};
}
template <class T>
Batch<T> listed(T* const* pointers) {
  return {nullptr, 0, device_pointer(pointers)};
}

struct Shape {
  cublasOperation_t opa, opb;
  Index m, n, k, lda, ldb, ldc, count;
};
inline cublasStatus_t check(const char* name, const Shape& s) {
  if (s.m < 0) return bad_argument(name, 3);
  if (s.n < 0) return bad_argument(name, 4);
  if (s.k < 0) return bad_argument(name, 5);
  if (s.lda < std::max<Index>(1, s.opa == CUBLAS_OP_N ? s.m : s.k)) return bad_argument(name, 8);
  if (s.ldb < std::max<Index>(1, s.opb == CUBLAS_OP_N ? s.k : s.n)) return bad_argument(name, 10);
  if (s.ldc < std::max<Index>(1, s.m)) return bad_argument(name, 13);
  return CUBLAS_STATUS_SUCCESS;
}

// In: the type of A and B. Sum: the type of the sums. T: alpha and beta. C: the type of the result.
template <class In, class Sum, class T, class C>
cublasStatus_t gemm(const char* name, cublasHandle_t handle, const Shape& s, Factor<T> alpha, Batch<const In> a,
                    Batch<const In> b, Factor<T> beta, Batch<C> c) {
  if (const cublasStatus_t bad = check(name, s)) return bad;
  if (s.m == 0 || s.n == 0) return CUBLAS_STATUS_SUCCESS;
  for (Index i = hooks.library_reaches ? 0 : s.count; i < s.count && !a.pointers; ++i) {
    s.opa == CUBLAS_OP_N ? reaches(a.at(i), s.m, s.k, s.lda) : reaches(a.at(i), s.k, s.m, s.lda);
    s.opb == CUBLAS_OP_N ? reaches(b.at(i), s.k, s.n, s.ldb) : reaches(b.at(i), s.n, s.k, s.ldb);
    reaches(c.at(i), s.m, s.n, s.ldc);
  }
  const auto element = [](const In* matrix, Index leading, cublasOperation_t op, Index i, Index j) {
    const Sum x = static_cast<Sum>(op == CUBLAS_OP_N ? matrix[i + j * leading] : matrix[j + i * leading]);
    return op == CUBLAS_OP_C ? conjugate(x) : x;
  };
  return product<Sum>(
      name, handle, s.m, s.n, s.k, s.count,
      [=](Index batch, Index i, Index k) { return element(a.at(batch), s.lda, s.opa, i, k); },
      [=](Index batch, Index k, Index j) { return element(b.at(batch), s.ldb, s.opb, k, j); },
      [=](Index batch, Index i, Index j, Sum sum) {
        store_scaled<T>(c.at(batch)[i + j * s.ldc], sum, alpha.get(), beta.get());
      });
}

template <class T>
cublasStatus_t symm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T* alpha,
                    const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m) || ldc < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  reaches(a, left ? m : n, left ? m : n, lda, part_of(fill));
  reaches(b, m, n, ldb);
  reaches(c, m, n, ldc);
  const Symmetric<T> symmetric{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER};
  const Matrix<const T> other(b, ldb);
  const Matrix<T> result(c, ldc);
  const Factor<T> scale(handle, alpha), keep(handle, beta);
  return product<T>(
      "cublas symm", handle, m, n, left ? m : n, 1,
      [=](Index, Index i, Index k) { return left ? symmetric(i, k) : other(i, k); },
      [=](Index, Index k, Index j) { return left ? other(k, j) : symmetric(k, j); },
      [=](Index, Index i, Index j, T sum) { store_scaled<T>(result(i, j), sum, scale.get(), keep.get()); });
}
template <class T>
cublasStatus_t syrk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const T* alpha,
                    const T* a, int lda, const T* beta, T* c, int ldc) {
  CHECK_HANDLE(handle);
  if (n < 0 || k < 0 || lda < std::max(1, op == CUBLAS_OP_N ? n : k) || ldc < std::max(1, n)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  op == CUBLAS_OP_N ? reaches(a, n, k, lda) : reaches(a, k, n, lda);
  reaches(c, n, n, ldc, part_of(fill));
  const Operand<T> matrix{Matrix<const T>(a, lda), op == CUBLAS_OP_N ? CUBLAS_OP_N : CUBLAS_OP_T};
  const Matrix<T> result(c, ldc);
  const Factor<T> scale(handle, alpha), keep(handle, beta);
  const bool lower = fill == CUBLAS_FILL_MODE_LOWER;
  return product<T>(
      "cublas syrk", handle, n, n, k, 1, [=](Index, Index i, Index p) { return matrix(i, p); },
      [=](Index, Index p, Index j) { return matrix(j, p); },
      [=](Index, Index i, Index j, T sum) {
        if (i == j || (i > j) == lower) store_scaled<T>(result(i, j), sum, scale.get(), keep.get());
      });
}
template <class T>
cublasStatus_t trmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                    cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, const T* b, int ldb,
                    T* c, int ldc) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m) || ldc < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  reaches(a, left ? m : n, left ? m : n, lda, part_of(fill));
  reaches(b, m, n, ldb);
  reaches(c, m, n, ldc);
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Matrix<const T> other(b, ldb);
  const Matrix<T> result(c, ldc);
  const Factor<T> scale(handle, alpha);
  // C may be B: a column (or a row, from the right) is read whole before it is written.
  const Index count = left ? n : m, length = left ? m : n;
  return run("cublas trmm", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index line = static_cast<Index>(block);
    std::vector<T> old(static_cast<std::size_t>(length));
    for (Index i = 0; i < length; ++i) old[static_cast<std::size_t>(i)] = left ? other(i, line) : other(line, i);
    for (Index i = 0; i < length; ++i) {
      T sum{};
      for (Index k = 0; k < length; ++k) {
        sum += (left ? triangle(i, k) : triangle(k, i)) * old[static_cast<std::size_t>(k)];
      }
      (left ? result(i, line) : result(line, i)) = scale.get() * sum;
    }
  });
}
template <class T>
cublasStatus_t trsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                    cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* a, int lda, T* b, int ldb) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m)) return CUBLAS_STATUS_INVALID_VALUE;
  reaches(a, left ? m : n, left ? m : n, lda, part_of(fill));
  reaches(b, m, n, ldb);
  const Triangle<T> triangle{Matrix<const T>(a, lda), fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT, op};
  const Matrix<T> x(b, ldb);
  const Factor<T> scale(handle, alpha);
  const Index count = left ? n : m, length = left ? m : n;
  return run("cublas trsm", static_cast<std::size_t>(count), handle, [=](std::size_t block) {
    const Index line = static_cast<Index>(block);
    const auto unknown = [&](Index i) -> T& { return left ? x(i, line) : x(line, i); };
    for (Index i = 0; i < length; ++i) unknown(i) *= scale.get();
    if (left) {
      solve(triangle, length, unknown);
      return;
    }
    // x op(A) = b is the transposed system: its triangle is the other one.
    const bool lower = !triangle.lower();
    for (Index step = 0; step < length; ++step) {
      const Index i = lower ? step : length - 1 - step;
      T value = unknown(i);
      for (Index k = 0; k < step; ++k) {
        const Index j = lower ? k : length - 1 - k;
        value -= triangle(j, i) * unknown(j);
      }
      unknown(i) = triangle.unit ? value : value / triangle(i, i);
    }
  });
}
template <class T>
cublasStatus_t geam(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const T* alpha,
                    const T* a, int lda, const T* beta, const T* b, int ldb, T* c, int ldc) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || lda < std::max(1, opa == CUBLAS_OP_N ? m : n) ||
      ldb < std::max(1, opb == CUBLAS_OP_N ? m : n) || ldc < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  opa == CUBLAS_OP_N ? reaches(a, m, n, lda) : reaches(a, n, m, lda);
  opb == CUBLAS_OP_N ? reaches(b, m, n, ldb) : reaches(b, n, m, ldb);
  reaches(c, m, n, ldc);
  const Operand<T> left{Matrix<const T>(a, lda), opa}, right{Matrix<const T>(b, ldb), opb};
  const Matrix<T> result(c, ldc);
  const Factor<T> by_a(handle, alpha), by_b(handle, beta);
  return run("cublas geam", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    const T p = by_a.get(), q = by_b.get();  // a matrix whose factor is 0 is not read
    for (Index i = 0; i < m; ++i) {
      result(i, j) = (p == T(0) ? T(0) : p * left(i, j)) + (q == T(0) ? T(0) : q * right(i, j));
    }
  });
}
template <class T>
cublasStatus_t dgmm(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const T* a, int lda, const T* x,
                    int incx, T* c, int ldc) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || lda < std::max(1, m) || ldc < std::max(1, m)) return CUBLAS_STATUS_INVALID_VALUE;
  reaches(a, m, n, lda);
  reaches(c, m, n, ldc);
  const Matrix<const T> matrix(a, lda);
  const Matrix<T> result(c, ldc);
  const Vector<const T> v(x, side == CUBLAS_SIDE_LEFT ? m : n, incx);
  return run("cublas dgmm", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    for (Index i = 0; i < m; ++i) result(i, j) = matrix(i, j) * v[side == CUBLAS_SIDE_LEFT ? i : j];
  });
}

}  // namespace cuda_emulator::blas
