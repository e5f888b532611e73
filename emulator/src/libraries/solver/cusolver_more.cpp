// cuSOLVER: the interface whose types are arguments calls the functions of each type; Jacobi's methods, batches and
// inverses.
#include "libraries/solver/cusolver_factors.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::solver;

struct cusolverDnParams {};
struct syevjInfo {};
struct gesvdjInfo {};

namespace {

#define TYPED(L, T)                                                                                                 \
  cusolverStatus_t potrf(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a, int lda, int* info) {       \
    return cusolverDn##L##potrf(handle, fill, n, a, lda, nullptr, 0, info);                                         \
  }                                                                                                                 \
  cusolverStatus_t potrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, int columns, const T* a, int lda, \
                         T* b, int ldb, int* info) {                                                                \
    return cusolverDn##L##potrs(handle, fill, n, columns, a, lda, b, ldb, info);                                    \
  }
TYPED(S, float)
TYPED(D, double)
TYPED(C, cuComplex)
TYPED(Z, cuDoubleComplex)
#define TYPED_REAL(L, T)                                                                                              \
  cusolverStatus_t geqrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* tau, int* info) {                 \
    return cusolverDn##L##geqrf(handle, m, n, a, lda, tau, nullptr, 0, info);                                         \
  }                                                                                                                   \
  cusolverStatus_t syevd(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T* a,       \
                         int lda, T* w, int* info) {                                                                  \
    return cusolverDn##L##syevd(handle, mode, fill, n, a, lda, w, nullptr, 0, info);                                  \
  }                                                                                                                   \
  cusolverStatus_t gesvd(cusolverDnHandle_t handle, signed char job_u, signed char job_vt, int m, int n, T* a,        \
                         int lda, T* s, T* u, int ldu, T* vt, int ldvt, int* info) {                                  \
    return cusolverDn##L##gesvd(handle, job_u, job_vt, m, n, a, lda, s, u, ldu, vt, ldvt, nullptr, 0, nullptr, info); \
  }
TYPED_REAL(S, float)
TYPED_REAL(D, double)

template <class Work>
cusolverStatus_t by_real_type(cudaDataType type, Work work) {
  if (type == CUDA_R_32F) return work(float{});
  if (type == CUDA_R_64F) return work(double{});
  return CUSOLVER_STATUS_NOT_SUPPORTED;
}
template <class Work>
cusolverStatus_t by_type(cudaDataType type, Work work) {
  if (type == CUDA_C_32F) return work(cuComplex{});
  if (type == CUDA_C_64F) return work(cuDoubleComplex{});
  return by_real_type(type, work);
}

cusolverStatus_t buffer_sizes(cusolverDnHandle_t handle, int64_t n, size_t* on_device, size_t* on_host) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && on_device && on_host);
  *on_device = std::max<size_t>(1, static_cast<size_t>(n)) * sizeof(double);
  *on_host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

// The columns of one triangle's inverse, in place.
template <class T>
int invert_triangle(Matrix<T> a, Index n, bool lower, bool unit) {
  for (Index i = 0; i < n && !unit; ++i) {
    if (a(i, i) == T(0)) return static_cast<int>(i) + 1;
  }
  std::vector<T> whole(static_cast<std::size_t>(n * n));
  const Matrix<const T> stored{a.values, a.ld};
  for (Index j = 0; j < n; ++j) {
    T* const x = &whole[static_cast<std::size_t>(j * n)];
    x[j] = T(1);
    solve_triangle(stored, n, lower, unit, CUBLAS_OP_N, x);
  }
  for (Index j = 0; j < n; ++j) {
    for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) {
      if (!unit || i != j) a(i, j) = whole[static_cast<std::size_t>(i + j * n)];
    }
  }
  return 0;
}
template <class T>
void solve_by_cholesky(Matrix<const T> a, Index n, bool lower, T* x) {
  solve_triangle(a, n, lower, false, lower ? CUBLAS_OP_N : CUBLAS_OP_C, x);
  solve_triangle(a, n, lower, false, lower ? CUBLAS_OP_C : CUBLAS_OP_N, x);
}
// For m >= n as in gesvd, else of the transpose; V is column-major.
template <class T>
void singular_vectors(bool vectors, bool economic, Matrix<const T> a, Index m, Index n, T* s, Matrix<T> u,
                      Matrix<T> v) {
  const bool tall = m >= n;
  const Index rows = std::max(m, n), columns = std::min(m, n), wide = economic ? columns : rows;
  std::vector<T> copy(static_cast<std::size_t>(rows * columns)), left(static_cast<std::size_t>(rows * rows)),
      right(static_cast<std::size_t>(columns * columns));
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) copy[static_cast<std::size_t>(i + j * rows)] = tall ? a(i, j) : a(j, i);
  }
  const char job = !vectors ? 'N' : economic ? 'S' : 'A';
  singular_values(job, job, Matrix<const T>{copy.data(), rows}, rows, columns, s, Matrix<T>{left.data(), rows},
                  Matrix<T>{right.data(), columns});
  if (!vectors) return;
  const Matrix<T> long_side = tall ? u : v, short_side = tall ? v : u;
  for (Index j = 0; j < wide; ++j) {
    for (Index i = 0; i < rows; ++i) long_side(i, j) = left[static_cast<std::size_t>(i + j * rows)];
  }
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < columns; ++i) short_side(i, j) = right[static_cast<std::size_t>(j + i * columns)];
  }
}
template <class T>
cusolverStatus_t gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode, int economic, int m, int n, T* a, int lda,
                        T* s, T* u, int ldu, T* v, int ldv, int* info, int count) {
  CHECK_HANDLE(handle);
  CHECK(m >= 0 && n >= 0 && lda >= std::max(1, m) && count >= 0);
  return run("cusolver gesvdj", handle,
             [=, a = on_device(a), s = on_device(s), u = on_device(u), v = on_device(v), info = on_device(info)] {
               for (Index i = 0; i < count; ++i) {
                 singular_vectors(mode == CUSOLVER_EIG_MODE_VECTOR, economic != 0,
                                  Matrix<const T>{a + i * lda * n, lda}, m, n, s + i * std::min(m, n),
                                  Matrix<T>{u + i * ldu * m, ldu}, Matrix<T>{v + i * ldv * n, ldv});
                 info[i] = 0;
               }
             });
}
template <class T>
cusolverStatus_t syevj(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill, int n, T* a, int lda,
                       T* w, int* info, int count) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && lda >= std::max(1, n) && count >= 0);
  return run("cusolver syevj", handle, [=, a = on_device(a), w = on_device(w), info = on_device(info)] {
    for (Index i = 0; i < count; ++i) {
      eigenvalues(Matrix<T>{a + i * lda * n, lda}, n, fill == CUBLAS_FILL_MODE_LOWER, mode == CUSOLVER_EIG_MODE_VECTOR,
                  w + i * n);
      info[i] = 0;
    }
  });
}
}  // namespace

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t* params) {
  CHECK(params);
  *params = new cusolverDnParams;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  delete params;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t, cusolverDnFunction_t, cusolverAlgMode_t) {
  return CUSOLVER_STATUS_SUCCESS;
}

// ---- types as arguments
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t, int64_t n,
                                             cudaDataType, const void*, int64_t, cudaDataType, size_t* on_device,
                                             size_t* on_host) {
  return buffer_sizes(handle, n, on_device, on_host);
}
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t fill, int64_t n,
                                  cudaDataType type_a, void* a, int64_t lda, cudaDataType, void*, size_t, void*, size_t,
                                  int* info) {
  return by_type(type_a, [&](auto number) {
    using T = decltype(number);
    return potrf(handle, fill, static_cast<int>(n), static_cast<T*>(a), static_cast<int>(lda), info);
  });
}
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t fill, int64_t n,
                                  int64_t columns, cudaDataType type_a, const void* a, int64_t lda, cudaDataType,
                                  void* b, int64_t ldb, int* info) {
  return by_type(type_a, [&](auto number) {
    using T = decltype(number);
    return potrs(handle, fill, static_cast<int>(n), static_cast<int>(columns), static_cast<const T*>(a),
                 static_cast<int>(lda), static_cast<T*>(b), static_cast<int>(ldb), info);
  });
}
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t, int64_t n,
                                             cudaDataType, const void*, int64_t, cudaDataType, size_t* on_device,
                                             size_t* on_host) {
  return buffer_sizes(handle, n, on_device, on_host);
}
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                                  cudaDataType type_a, void* a, int64_t lda, int64_t* pivots, cudaDataType, void*,
                                  size_t, void*, size_t, int* info) {
  CHECK_HANDLE(handle);
  CHECK(m >= 0 && n >= 0 && lda >= std::max<int64_t>(1, m));
  return by_type(type_a, [&](auto number) {
    auto* const matrix = on_device(static_cast<decltype(number)*>(a));
    return run("cusolver getrf", handle, [=, pivots = on_device(pivots), info = on_device(info)] {
      std::vector<int> exchanged(static_cast<std::size_t>(std::min(m, n)));
      *info = factorise(Matrix<std::remove_reference_t<decltype(*matrix)>>{matrix, lda}, m, n,
                        pivots ? exchanged.data() : nullptr);
      if (pivots) std::copy(exchanged.begin(), exchanged.end(), pivots);
    });
  });
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasOperation_t op, int64_t n,
                                  int64_t columns, cudaDataType type_a, const void* a, int64_t lda,
                                  const int64_t* pivots, cudaDataType, void* b, int64_t ldb, int* info) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && columns >= 0 && lda >= std::max<int64_t>(1, n) && ldb >= std::max<int64_t>(1, n));
  return by_type(type_a, [&](auto number) {
    using T = decltype(number);
    const auto* const matrix = on_device(static_cast<const T*>(a));
    auto* const right = on_device(static_cast<T*>(b));
    return run("cusolver getrs", handle, [=, pivots = on_device(pivots), info = on_device(info)] {
      using Number = std::remove_reference_t<decltype(*right)>;
      const Matrix<const Number> factors{matrix, lda};
      for (Index j = 0; j < columns; ++j) {
        Number* const x = right + j * ldb;
        if (op == CUBLAS_OP_N) {
          for (Index k = 0; k < n && pivots; ++k) std::swap(x[k], x[pivots[k] - 1]);
          solve_triangle(factors, n, true, true, op, x);
          solve_triangle(factors, n, false, false, op, x);
        } else {
          solve_triangle(factors, n, false, false, op, x);
          solve_triangle(factors, n, true, true, op, x);
          for (Index k = n - 1; k >= 0 && pivots; --k) std::swap(x[k], x[pivots[k] - 1]);
        }
      }
      *info = 0;
    });
  });
}
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t, int64_t n,
                                             cudaDataType, const void*, int64_t, cudaDataType, const void*,
                                             cudaDataType, size_t* on_device, size_t* on_host) {
  return buffer_sizes(handle, n, on_device, on_host);
}
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                                  cudaDataType type_a, void* a, int64_t lda, cudaDataType, void* tau, cudaDataType,
                                  void*, size_t, void*, size_t, int* info) {
  return by_real_type(type_a, [&](auto number) {
    using T = decltype(number);
    return geqrf(handle, static_cast<int>(m), static_cast<int>(n), static_cast<T*>(a), static_cast<int>(lda),
                 static_cast<T*>(tau), info);
  });
}
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t,
                                             cublasFillMode_t, int64_t n, cudaDataType, const void*, int64_t,
                                             cudaDataType, const void*, cudaDataType, size_t* on_device,
                                             size_t* on_host) {
  return buffer_sizes(handle, n, on_device, on_host);
}
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t mode,
                                  cublasFillMode_t fill, int64_t n, cudaDataType type_a, void* a, int64_t lda,
                                  cudaDataType, void* w, cudaDataType, void*, size_t, void*, size_t, int* info) {
  return by_real_type(type_a, [&](auto number) {
    using T = decltype(number);
    return syevd(handle, mode, fill, static_cast<int>(n), static_cast<T*>(a), static_cast<int>(lda), static_cast<T*>(w),
                 info);
  });
}
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, signed char, signed char,
                                             int64_t, int64_t n, cudaDataType, const void*, int64_t, cudaDataType,
                                             const void*, cudaDataType, const void*, int64_t, cudaDataType, const void*,
                                             int64_t, cudaDataType, size_t* on_device, size_t* on_host) {
  return buffer_sizes(handle, n, on_device, on_host);
}
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t, signed char job_u, signed char job_vt,
                                  int64_t m, int64_t n, cudaDataType type_a, void* a, int64_t lda, cudaDataType,
                                  void* s, cudaDataType, void* u, int64_t ldu, cudaDataType, void* vt, int64_t ldvt,
                                  cudaDataType, void*, size_t, void*, size_t, int* info) {
  return by_real_type(type_a, [&](auto number) {
    using T = decltype(number);
    return gesvd(handle, job_u, job_vt, static_cast<int>(m), static_cast<int>(n), static_cast<T*>(a),
                 static_cast<int>(lda), static_cast<T*>(s), static_cast<T*>(u), static_cast<int>(ldu),
                 static_cast<T*>(vt), static_cast<int>(ldvt), info);
  });
}
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t, cublasDiagType_t, int64_t n,
                                             cudaDataType, void*, int64_t, size_t* on_device, size_t* on_host) {
  return buffer_sizes(handle, n, on_device, on_host);
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t fill, cublasDiagType_t diagonal,
                                  int64_t n, cudaDataType type_a, void* a, int64_t lda, void*, size_t, void*, size_t,
                                  int* info) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && lda >= std::max<int64_t>(1, n));
  return by_type(type_a, [&](auto number) {
    auto* const matrix = on_device(static_cast<decltype(number)*>(a));
    return run("cusolver trtri", handle, [=, info = on_device(info)] {
      *info = invert_triangle(Matrix<std::remove_reference_t<decltype(*matrix)>>{matrix, lda}, n,
                              fill == CUBLAS_FILL_MODE_LOWER, diagonal == CUBLAS_DIAG_UNIT);
    });
  });
}

// ---- Jacobi's methods
#define JACOBI(Name, name)                                                                              \
  cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t* info) {                                   \
    CHECK(info);                                                                                        \
    *info = new name##Info;                                                                             \
    return CUSOLVER_STATUS_SUCCESS;                                                                     \
  }                                                                                                     \
  cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info) {                                   \
    delete info;                                                                                        \
    return CUSOLVER_STATUS_SUCCESS;                                                                     \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##name##SetTolerance(name##Info_t, double) {                              \
    return CUSOLVER_STATUS_SUCCESS;                                                                     \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##name##SetMaxSweeps(name##Info_t, int) {                                 \
    return CUSOLVER_STATUS_SUCCESS;                                                                     \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##name##SetSortEig(name##Info_t, int) {                                   \
    return CUSOLVER_STATUS_SUCCESS;                                                                     \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t, name##Info_t, double* residual) { \
    *residual = 0;                                                                                      \
    return CUSOLVER_STATUS_SUCCESS;                                                                     \
  }                                                                                                     \
  cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t, name##Info_t, int* sweeps) {        \
    *sweeps = 1;                                                                                        \
    return CUSOLVER_STATUS_SUCCESS;                                                                     \
  }
JACOBI(Syevj, syevj)
JACOBI(Gesvdj, gesvdj)

#define REAL(L, T)                                                                                                     \
  cusolverStatus_t cusolverDn##L##syevj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t, cublasFillMode_t,     \
                                                   int n, const T*, int, const T*, int* size, syevjInfo_t) {           \
    CHECK_HANDLE(handle);                                                                                              \
    *size = std::max(1, n);                                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##syevj(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill,      \
                                        int n, T* a, int lda, T* w, T*, int, int* info, syevjInfo_t) {                 \
    return syevj(handle, mode, fill, n, a, lda, w, info, 1);                                                           \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##syevjBatched_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t,                \
                                                          cublasFillMode_t, int n, const T*, int, const T*, int* size, \
                                                          syevjInfo_t, int) {                                          \
    CHECK_HANDLE(handle);                                                                                              \
    *size = std::max(1, n);                                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##syevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t mode,                      \
                                               cublasFillMode_t fill, int n, T* a, int lda, T* w, T*, int, int* info,  \
                                               syevjInfo_t, int count) {                                               \
    return syevj(handle, mode, fill, n, a, lda, w, info, count);                                                       \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##gesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t, int, int m, int n,   \
                                                    const T*, int, const T*, const T*, int, const T*, int, int* size,  \
                                                    gesvdjInfo_t) {                                                    \
    CHECK_HANDLE(handle);                                                                                              \
    *size = std::max({1, m, n});                                                                                       \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t mode, int economic, int m,       \
                                         int n, T* a, int lda, T* s, T* u, int ldu, T* v, int ldv, T*, int, int* info, \
                                         gesvdjInfo_t) {                                                               \
    return gesvdj(handle, mode, economic, m, n, a, lda, s, u, ldu, v, ldv, info, 1);                                   \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##gesvdjBatched_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t, int m, int n, \
                                                           const T*, int, const T*, const T*, int, const T*, int,      \
                                                           int* size, gesvdjInfo_t, int) {                             \
    CHECK_HANDLE(handle);                                                                                              \
    *size = std::max({1, m, n});                                                                                       \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##gesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t mode, int m, int n, T* a, \
                                                int lda, T* s, T* u, int ldu, T* v, int ldv, T*, int, int* info,       \
                                                gesvdjInfo_t, int count) {                                             \
    return gesvdj(handle, mode, 0, m, n, a, lda, s, u, ldu, v, ldv, info, count);                                      \
  }
REAL(S, float)
REAL(D, double)

// ---- batches, and inverses
#define ALL(L, T)                                                                                                    \
  cusolverStatus_t cusolverDn##L##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a[],      \
                                               int lda, int* info, int count) {                                      \
    CHECK_HANDLE(handle);                                                                                            \
    CHECK(n >= 0 && lda >= std::max(1, n) && count >= 0);                                                            \
    return run("cusolver potrfBatched", handle, [=, a = on_device(a), info = on_device(info)] {                      \
      using Number = Computed<T>::type;                                                                              \
      for (int i = 0; i < count; ++i) {                                                                              \
        info[i] = cholesky(Matrix<Number>{reinterpret_cast<Number*>(a[i]), lda}, n, fill == CUBLAS_FILL_MODE_LOWER); \
      }                                                                                                              \
    });                                                                                                              \
  }                                                                                                                  \
  cusolverStatus_t cusolverDn##L##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, int columns, \
                                               T* a[], int lda, T* b[], int ldb, int* info, int count) {             \
    CHECK_HANDLE(handle);                                                                                            \
    CHECK(n >= 0 && columns >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n) && count >= 0);                   \
    return run("cusolver potrsBatched", handle, [=, a = on_device(a), b = on_device(b), info = on_device(info)] {    \
      using Number = Computed<T>::type;                                                                              \
      for (int i = 0; i < count; ++i) {                                                                              \
        const Matrix<const Number> factor{reinterpret_cast<const Number*>(a[i]), lda};                               \
        for (Index j = 0; j < columns; ++j) {                                                                        \
          solve_by_cholesky(factor, n, fill == CUBLAS_FILL_MODE_LOWER, reinterpret_cast<Number*>(b[i]) + j * ldb);   \
        }                                                                                                            \
      }                                                                                                              \
      *info = 0;                                                                                                     \
    });                                                                                                              \
  }                                                                                                                  \
  cusolverStatus_t cusolverDn##L##potri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t, int n, T*, int,      \
                                                   int* size) {                                                      \
    CHECK_HANDLE(handle);                                                                                            \
    *size = std::max(1, n);                                                                                          \
    return CUSOLVER_STATUS_SUCCESS;                                                                                  \
  }                                                                                                                  \
  cusolverStatus_t cusolverDn##L##potri(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a, int lda, T*,  \
                                        int, int* info) {                                                            \
    CHECK_HANDLE(handle);                                                                                            \
    CHECK(n >= 0 && lda >= std::max(1, n));                                                                          \
    return run("cusolver potri", handle, [=, a = on_device(a), info = on_device(info)] {                             \
      using Number = Computed<T>::type;                                                                              \
      const bool lower = fill == CUBLAS_FILL_MODE_LOWER;                                                             \
      std::vector<Number> whole(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));                          \
      for (Index j = 0; j < n; ++j) {                                                                                \
        whole[static_cast<std::size_t>(j * n + j)] = Number(1);                                                      \
        solve_by_cholesky(Matrix<const Number>{a, lda}, n, lower, &whole[static_cast<std::size_t>(j * n)]);          \
      }                                                                                                              \
      for (Index j = 0; j < n; ++j) {                                                                                \
        for (Index i = lower ? j : 0; i < (lower ? n : j + 1); ++i) {                                                \
          a[i + j * lda] = whole[static_cast<std::size_t>(i + j * n)];                                               \
        }                                                                                                            \
      }                                                                                                              \
      *info = 0;                                                                                                     \
    });                                                                                                              \
  }
ALL(S, float)
ALL(D, double)
ALL(C, cuComplex)
ALL(Z, cuDoubleComplex)
