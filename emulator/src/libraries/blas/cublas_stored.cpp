// cuBLAS: banded, packed, symmetric and Hermitian matrices, level 2 and 3; many small systems and products.
#include "libraries/blas/cublas_stored.hpp"

#include "libraries/blas/cublas_products.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::blas;

namespace {
template <class T, class Storage>
cublasStatus_t mirrored_vector(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, Storage a,
                               const T* x, int incx, const T* beta, T* y, int incy, bool hermitian) {
  CHECK_HANDLE(handle);
  if (n < 0 || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;
  return matrix_vector<T>("cublas symmetric", handle, n, n, Factor<T>(handle, alpha), mirrored<T>(a, fill, hermitian),
                          Vector<const T>(x, n, incx), Factor<T>(handle, beta), Vector<T>(y, n, incy));
}
template <class T, class Storage>
cublasStatus_t triangular_vector(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,
                                 cublasDiagType_t diagonal, int n, Storage a, T* x, int incx, bool solves) {
  CHECK_HANDLE(handle);
  if (n < 0 || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;
  const auto matrix = triangular<T>(a, fill, op, diagonal);
  const Vector<T> v(x, n, incx);
  return run("cublas triangular", 1, handle, [=](std::size_t) {
    const auto at = [&](Index i) -> T& { return v[i]; };
    if (solves) {
      solve(matrix, n, at);
    } else {
      multiply_in_place(matrix, n, at);
    }
  });
}
template <class T>
cublasStatus_t gbmv(cublasHandle_t handle, cublasOperation_t op, int m, int n, int below, int above, const T* alpha,
                    const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || below < 0 || above < 0 || lda < below + above + 1 || incx == 0 || incy == 0) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Band<const T> band{device_pointer(a), lda, below, above};
  const auto element = [=](Index i, Index j) {
    const T* const place = op == CUBLAS_OP_N ? band.at(i, j) : band.at(j, i);
    return !place ? T(0) : op == CUBLAS_OP_C ? conjugate(*place) : *place;
  };
  const Index rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
  return matrix_vector<T>("cublas gbmv", handle, rows, columns, Factor<T>(handle, alpha), element,
                          Vector<const T>(x, columns, incx), Factor<T>(handle, beta), Vector<T>(y, rows, incy));
}
template <class T>
cublasStatus_t rank_2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x, int incx,
                      const T* y, int incy, T* a, int lda, bool hermitian) {
  CHECK_HANDLE(handle);
  if (n < 0 || incx == 0 || incy == 0 || lda < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  return update_rank_2<T>(handle, fill, n, Factor<T>(handle, alpha), Vector<const T>(x, n, incx),
                          Vector<const T>(y, n, incy), full(a, lda), hermitian);
}
template <class T, class R, class S>
cublasStatus_t rank_k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k, const S* alpha,
                      const T* a, int lda, const T* b, int ldb, const R* beta, T* c, int ldc, bool hermitian,
                      bool both) {
  CHECK_HANDLE(handle);
  const int rows = std::max(1, op == CUBLAS_OP_N ? n : k);
  if (n < 0 || k < 0 || lda < rows || ldb < rows || ldc < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  return update_rank_k<T, R, S>(handle, fill, op, n, k, Factor<S>(handle, alpha), Matrix<const T>(a, lda),
                                Matrix<const T>(b, ldb), Factor<R>(handle, beta), Matrix<T>(c, ldc), hermitian, both);
}
template <class T>
cublasStatus_t hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T* alpha,
                    const T* a, int lda, const T* b, int ldb, const T* beta, T* c, int ldc) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m) || ldc < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const auto matrix = mirrored<T>(full(a, lda), fill, true);
  const Matrix<const T> other(b, ldb);
  const Matrix<T> to(c, ldc);
  const Factor<T> by(handle, alpha), keep(handle, beta);
  return run("cublas hemm", static_cast<std::size_t>(n), handle, [=](std::size_t block) {
    const Index j = static_cast<Index>(block);
    for (Index i = 0; i < m; ++i) {
      Wide<T> sum{};
      for (Index l = 0; l < (left ? m : n); ++l) {
        sum += left ? Wide<T>(matrix(i, l)) * Wide<T>(other(l, j)) : Wide<T>(other(i, l)) * Wide<T>(matrix(l, j));
      }
      store_scaled(to(i, j), narrow<T>(sum), by.get(), keep.get());
    }
  });
}
template <class T>
cublasStatus_t trsm_batched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t op,
                            cublasDiagType_t diagonal, int m, int n, const T* alpha, const T* const* a, int lda,
                            T* const* b, int ldb, int count) {
  CHECK_HANDLE(handle);
  const bool left = side == CUBLAS_SIDE_LEFT;
  if (m < 0 || n < 0 || count < 0 || lda < std::max(1, left ? m : n) || ldb < std::max(1, m)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Factor<T> factor(handle, alpha);
  const T* const* const from = device_pointer(a);
  T* const* const to = device_pointer(b);
  return run("cublas trsmBatched", static_cast<std::size_t>(count), handle, [=](std::size_t batch) {
    auto matrix = triangular<T>(Full<const T>{from[batch], lda}, fill, op, diagonal);
    matrix.turned = !left;
    T* const x = to[batch];
    for (Index line = 0; line < (left ? n : m); ++line) {
      const auto at = [&](Index i) -> T& { return left ? x[i + line * ldb] : x[line + i * ldb]; };
      for (Index i = 0; i < (left ? m : n); ++i) at(i) *= factor.get();
      solve(matrix, left ? m : n, at);
    }
  });
}
template <class T>
cublasStatus_t gemv_batched(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,
                            const Batch<const T>& a, int lda, const Batch<const T>& x, int incx, const T* beta,
                            const Batch<T>& y, int incy, int count) {
  CHECK_HANDLE(handle);
  if (m < 0 || n < 0 || count < 0 || lda < std::max(1, m) || incx == 0 || incy == 0) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const Index rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
  const Factor<T> by(handle, alpha), keep(handle, beta);
  return run("cublas gemvBatched", static_cast<std::size_t>(count), handle, [=](std::size_t batch) {
    const Index index = static_cast<Index>(batch);
    const Operand<T> matrix{Matrix<const T>(a.at(index), lda), op};
    const Vector<const T> from(x.at(index), columns, incx);
    const Vector<T> to(y.at(index), rows, incy);
    for (Index i = 0; i < rows; ++i) {
      Wide<T> sum{};
      for (Index j = 0; j < columns; ++j) sum += Wide<T>(matrix(i, j)) * Wide<T>(from[j]);
      store_scaled(to[i], narrow<T>(sum), by.get(), keep.get());
    }
  });
}
template <class T>
cublasStatus_t repack(cublasHandle_t handle, cublasFillMode_t fill, int n, T* whole, int lda, T* pack, bool unpacks) {
  CHECK_HANDLE(handle);
  if (n < 0 || lda < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;
  const auto matrix = full(whole, lda);
  const auto dense = packed(pack, n, fill);
  return for_each_in_triangle("cublas packing", handle, n, fill, [=](Index i, Index j) {
    (unpacks ? *matrix.at(i, j) : *dense.at(i, j)) = unpacks ? *dense.at(i, j) : *matrix.at(i, j);
  });
}
template <class T>
constexpr bool complex_type = is_complex<std::remove_const_t<T>>;
}  // namespace

#define STORED(L, T)                                                                                                   \
  cublasStatus_t cublas##L##gbmv(cublasHandle_t handle, cublasOperation_t op, int m, int n, int below, int above,      \
                                 const T* alpha, const T* a, int lda, const T* x, int incx, const T* beta, T* y,       \
                                 int incy) {                                                                           \
    return gbmv(handle, op, m, n, below, above, cast(alpha), cast(a), lda, cast(x), incx, cast(beta), cast(y), incy);  \
  }                                                                                                                    \
  cublasStatus_t cublas##L##tbmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, int k, const T* a, int lda, T* x, int incx) {       \
    return triangular_vector(handle, fill, op, diagonal, n, half_band(cast(a), lda, k, fill), cast(x), incx, false);   \
  }                                                                                                                    \
  cublasStatus_t cublas##L##tbsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, int k, const T* a, int lda, T* x, int incx) {       \
    return triangular_vector(handle, fill, op, diagonal, n, half_band(cast(a), lda, k, fill), cast(x), incx, true);    \
  }                                                                                                                    \
  cublasStatus_t cublas##L##tpmv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, T* x, int incx) {                       \
    return triangular_vector(handle, fill, op, diagonal, n, packed(cast(a), n, fill), cast(x), incx, false);           \
  }                                                                                                                    \
  cublasStatus_t cublas##L##tpsv(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op,                   \
                                 cublasDiagType_t diagonal, int n, const T* a, T* x, int incx) {                       \
    return triangular_vector(handle, fill, op, diagonal, n, packed(cast(a), n, fill), cast(x), incx, true);            \
  }                                                                                                                    \
  cublasStatus_t cublas##L##tpttr(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* pack, T* a, int lda) { \
    return repack(handle, fill, n, cast(a), lda, cast(const_cast<T*>(pack)), true);                                    \
  }                                                                                                                    \
  cublasStatus_t cublas##L##trttp(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* a, int lda, T* pack) { \
    return repack(handle, fill, n, cast(const_cast<T*>(a)), lda, cast(pack), false);                                   \
  }                                                                                                                    \
  cublasStatus_t cublas##L##syr2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x,      \
                                 int incx, const T* y, int incy, T* a, int lda) {                                      \
    return rank_2(handle, fill, n, cast(alpha), cast(x), incx, cast(y), incy, cast(a), lda, false);                    \
  }                                                                                                                    \
  cublasStatus_t cublas##L##syr2k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,       \
                                  int ldc) {                                                                           \
    return rank_k(handle, fill, op, n, k, cast(alpha), cast(a), lda, cast(b), ldb, cast(beta), cast(c), ldc, false,    \
                  true);                                                                                               \
  }                                                                                                                    \
  cublasStatus_t cublas##L##syrkx(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,       \
                                  int ldc) {                                                                           \
    return rank_k(handle, fill, op, n, k, cast(alpha), cast(a), lda, cast(b), ldb, cast(beta), cast(c), ldc, false,    \
                  false);                                                                                              \
  }                                                                                                                    \
  cublasStatus_t cublas##L##trsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill,           \
                                        cublasOperation_t op, cublasDiagType_t diagonal, int m, int n, const T* alpha, \
                                        const T* const a[], int lda, T* const b[], int ldb, int count) {               \
    return trsm_batched(handle, side, fill, op, diagonal, m, n, cast(alpha), cast(a), lda, cast(b), ldb, count);       \
  }                                                                                                                    \
  cublasStatus_t cublas##L##gemvBatched(cublasHandle_t handle, cublasOperation_t op, int m, int n, const T* alpha,     \
                                        const T* const a[], int lda, const T* const x[], int incx, const T* beta,      \
                                        T* const y[], int incy, int count) {                                           \
    using C = Computed<T>::type;                                                                                       \
    return gemv_batched<C>(handle, op, m, n, cast(alpha), {nullptr, 0, device_pointer(cast(a))}, lda,                  \
                           {nullptr, 0, device_pointer(cast(x))}, incx, cast(beta),                                    \
                           {nullptr, 0, device_pointer(cast(y))}, incy, count);                                        \
  }                                                                                                                    \
  cublasStatus_t cublas##L##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t op, int m, int n,              \
                                               const T* alpha, const T* a, int lda, long long stride_a, const T* x,    \
                                               int incx, long long stride_x, const T* beta, T* y, int incy,            \
                                               long long stride_y, int count) {                                        \
    using C = Computed<T>::type;                                                                                       \
    return gemv_batched<C>(handle, op, m, n, cast(alpha), {cast(a), stride_a}, lda, {cast(x), stride_x}, incx,         \
                           cast(beta), {cast(y), stride_y}, incy, count);                                              \
  }
STORED(S, float)
STORED(D, double)
STORED(C, cuComplex)
STORED(Z, cuDoubleComplex)

#define MIRRORED(L, T, R, band_name, packed_name, rank1, rank2)                                                    \
  cublasStatus_t cublas##L##band_name(cublasHandle_t handle, cublasFillMode_t fill, int n, int k, const T* alpha,  \
                                      const T* a, int lda, const T* x, int incx, const T* beta, T* y, int incy) {  \
    using C = Computed<T>::type;                                                                                   \
    return mirrored_vector<C>(handle, fill, n, cast(alpha), half_band(cast(a), lda, k, fill), cast(x), incx,       \
                              cast(beta), cast(y), incy, complex_type<C>);                                         \
  }                                                                                                                \
  cublasStatus_t cublas##L##packed_name(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha,       \
                                        const T* a, const T* x, int incx, const T* beta, T* y, int incy) {         \
    using C = Computed<T>::type;                                                                                   \
    return mirrored_vector<C>(handle, fill, n, cast(alpha), packed(cast(a), n, fill), cast(x), incx, cast(beta),   \
                              cast(y), incy, complex_type<C>);                                                     \
  }                                                                                                                \
  cublasStatus_t cublas##L##rank1(cublasHandle_t handle, cublasFillMode_t fill, int n, const R* alpha, const T* x, \
                                  int incx, T* a) {                                                                \
    using C = Computed<T>::type;                                                                                   \
    CHECK_HANDLE(handle);                                                                                          \
    if (n < 0 || incx == 0) return CUBLAS_STATUS_INVALID_VALUE;                                                    \
    return update_rank_1<C, R>(handle, fill, n, Factor<R>(handle, alpha), Vector<const C>(cast(x), n, incx),       \
                               packed(cast(a), n, fill), complex_type<C>);                                         \
  }                                                                                                                \
  cublasStatus_t cublas##L##rank2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x, \
                                  int incx, const T* y, int incy, T* a) {                                          \
    using C = Computed<T>::type;                                                                                   \
    CHECK_HANDLE(handle);                                                                                          \
    if (n < 0 || incx == 0 || incy == 0) return CUBLAS_STATUS_INVALID_VALUE;                                       \
    return update_rank_2<C>(handle, fill, n, Factor<C>(handle, cast(alpha)), Vector<const C>(cast(x), n, incx),    \
                            Vector<const C>(cast(y), n, incy), packed(cast(a), n, fill), complex_type<C>);         \
  }
MIRRORED(S, float, float, sbmv, spmv, spr, spr2)
MIRRORED(D, double, double, sbmv, spmv, spr, spr2)
MIRRORED(C, cuComplex, float, hbmv, hpmv, hpr, hpr2)
MIRRORED(Z, cuDoubleComplex, double, hbmv, hpmv, hpr, hpr2)

#define HERMITIAN(L, T, R)                                                                                             \
  cublasStatus_t cublas##L##hemv(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* a,      \
                                 int lda, const T* x, int incx, const T* beta, T* y, int incy) {                       \
    return mirrored_vector(handle, fill, n, cast(alpha), full(cast(a), lda), cast(x), incx, cast(beta), cast(y), incy, \
                           true);                                                                                      \
  }                                                                                                                    \
  cublasStatus_t cublas##L##her(cublasHandle_t handle, cublasFillMode_t fill, int n, const R* alpha, const T* x,       \
                                int incx, T* a, int lda) {                                                             \
    using C = Computed<T>::type;                                                                                       \
    CHECK_HANDLE(handle);                                                                                              \
    if (n < 0 || incx == 0 || lda < std::max(1, n)) return CUBLAS_STATUS_INVALID_VALUE;                                \
    return update_rank_1<C, R>(handle, fill, n, Factor<R>(handle, alpha), Vector<const C>(cast(x), n, incx),           \
                               full(cast(a), lda), true);                                                              \
  }                                                                                                                    \
  cublasStatus_t cublas##L##her2(cublasHandle_t handle, cublasFillMode_t fill, int n, const T* alpha, const T* x,      \
                                 int incx, const T* y, int incy, T* a, int lda) {                                      \
    return rank_2(handle, fill, n, cast(alpha), cast(x), incx, cast(y), incy, cast(a), lda, true);                     \
  }                                                                                                                    \
  cublasStatus_t cublas##L##hemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,    \
                                 const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta, T* c,        \
                                 int ldc) {                                                                            \
    return hemm(handle, side, fill, m, n, cast(alpha), cast(a), lda, cast(b), ldb, cast(beta), cast(c), ldc);          \
  }                                                                                                                    \
  cublasStatus_t cublas##L##herk(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,     \
                                 const R* alpha, const T* a, int lda, const R* beta, T* c, int ldc) {                  \
    return rank_k(handle, fill, op, n, k, alpha, cast(a), lda, cast(a), lda, beta, cast(c), ldc, true, false);         \
  }                                                                                                                    \
  cublasStatus_t cublas##L##her2k(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const R* beta, T* c,       \
                                  int ldc) {                                                                           \
    return rank_k(handle, fill, op, n, k, cast(alpha), cast(a), lda, cast(b), ldb, beta, cast(c), ldc, true, true);    \
  }                                                                                                                    \
  cublasStatus_t cublas##L##herkx(cublasHandle_t handle, cublasFillMode_t fill, cublasOperation_t op, int n, int k,    \
                                  const T* alpha, const T* a, int lda, const T* b, int ldb, const R* beta, T* c,       \
                                  int ldc) {                                                                           \
    return rank_k(handle, fill, op, n, k, cast(alpha), cast(a), lda, cast(b), ldb, beta, cast(c), ldc, true, false);   \
  }                                                                                                                    \
  cublasStatus_t cublas##L##gemm3m(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,  \
                                   int k, const T* alpha, const T* a, int lda, const T* b, int ldb, const T* beta,     \
                                   T* c, int ldc) {                                                                    \
    return cublas##L##gemm(handle, opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                            \
  }
HERMITIAN(C, cuComplex, float)
HERMITIAN(Z, cuDoubleComplex, double)

#define GROUPED(L, T)                                                                                               \
  cublasStatus_t cublas##L##gemmGroupedBatched(                                                                     \
      cublasHandle_t handle, const cublasOperation_t opa[], const cublasOperation_t opb[], const int m[],           \
      const int n[], const int k[], const T alpha[], const T* const a[], const int lda[], const T* const b[],       \
      const int ldb[], const T beta[], T* const c[], const int ldc[], int groups, const int group_sizes[]) {        \
    CHECK_HANDLE(handle);                                                                                           \
    for (int g = 0; g < groups; ++g) {                                                                              \
      const cublasStatus_t status = cublas##L##gemmBatched(handle, opa[g], opb[g], m[g], n[g], k[g], &alpha[g], a,  \
                                                           lda[g], b, ldb[g], &beta[g], c, ldc[g], group_sizes[g]); \
      if (status != CUBLAS_STATUS_SUCCESS) return status;                                                           \
      a += group_sizes[g];                                                                                          \
      b += group_sizes[g];                                                                                          \
      c += group_sizes[g];                                                                                          \
    }                                                                                                               \
    return CUBLAS_STATUS_SUCCESS;                                                                                   \
  }
GROUPED(S, float)
GROUPED(D, double)
