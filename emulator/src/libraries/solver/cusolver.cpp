// cuSOLVER's dense interface of each type: its functions check their arguments and start the work.
#include "libraries/solver/cusolver_factors.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::solver;

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t* handle) {
  CHECK(handle);
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = new cusolverDnContext;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) {
  CHECK_HANDLE(handle);
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  CHECK_HANDLE(handle);
  handle->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
  CHECK_HANDLE(handle);
  *stream = handle->stream;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetVersion(int* version) {
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int* value) {
  *value = type == MAJOR_VERSION ? CUSOLVER_VER_MAJOR : type == MINOR_VERSION ? CUSOLVER_VER_MINOR : CUSOLVER_VER_PATCH;
  return CUSOLVER_STATUS_SUCCESS;
}

// Work memory is allocated on the host, so the size only has to be positive; the microscope compares it with what the
// program allocated.
template <class T>
static void works_in(T* work, Index size) {
  reaches(work, size, "of work memory");
  accesses(work, size);
}
static Part part_of(cublasFillMode_t fill) {
  return fill == CUBLAS_FILL_MODE_LOWER ? Part::lower : Part::upper;
}
#define SYSTEMS(L, T)                                                                                                 \
  cusolverStatus_t cusolverDn##L##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T*, int lda, int* size) { \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(m >= 0 && n >= 0 && lda >= std::max(1, m) && size);                                                         \
    *size = std::max(1, n);                                                                                           \
    return CUSOLVER_STATUS_SUCCESS;                                                                                   \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##getrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* work, int* pivots, \
                                        int* info) {                                                                  \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(m >= 0 && n >= 0 && lda >= std::max(1, m));                                                                 \
    reaches(a, m, n, lda), works_in(work, n), accesses(pivots, std::min(m, n)), announce_info(info);                  \
    return run("cusolver getrf", handle, [=, a = on_device(a), pivots = on_device(pivots), info = on_device(info)] {  \
      *info = factorise(Matrix<std::remove_pointer_t<decltype(a)>>{a, lda}, m, n, pivots);                            \
    });                                                                                                               \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns,          \
                                        const T* a, int lda, const int* pivots, T* b, int ldb, int* info) {           \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(n >= 0 && columns >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n));                                  \
    reaches(a, n, n, lda), reaches(b, n, columns, ldb), accesses(pivots, n);                                          \
    return run("cusolver getrs", handle,                                                                              \
               [=, a = on_device(a), pivots = on_device(pivots), b = on_device(b), info = on_device(info)] {          \
                 using Number = std::remove_pointer_t<decltype(b)>;                                                   \
                 const Matrix<const Number> matrix{a, lda};                                                           \
                 for (Index j = 0; j < columns; ++j) {                                                                \
                   Number* const x = b + j * ldb;                                                                     \
                   const auto exchange = [&](Index k) { std::swap(x[k], x[pivots[k] - 1]); };                         \
                   if (op == CUBLAS_OP_N) {                                                                           \
                     for (Index k = 0; k < n && pivots; ++k) exchange(k);                                             \
                     solve_triangle(matrix, n, true, true, op, x);                                                    \
                     solve_triangle(matrix, n, false, false, op, x);                                                  \
                   } else {                                                                                           \
                     solve_triangle(matrix, n, false, false, op, x);                                                  \
                     solve_triangle(matrix, n, true, true, op, x);                                                    \
                     for (Index k = n - 1; k >= 0 && pivots; --k) exchange(k);                                        \
                   }                                                                                                  \
                 }                                                                                                    \
                 *info = 0;                                                                                           \
               });                                                                                                    \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t, int n, T*, int lda,   \
                                                   int* size) {                                                       \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(n >= 0 && lda >= std::max(1, n) && size);                                                                   \
    *size = std::max(1, n);                                                                                           \
    return CUSOLVER_STATUS_SUCCESS;                                                                                   \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##potrf(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, T* a, int lda,       \
                                        T* work, int size, int* info) {                                               \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(n >= 0 && lda >= std::max(1, n));                                                                           \
    reaches(a, n, n, lda, part_of(fill)), works_in(work, size), announce_info(info);                                  \
    return run("cusolver potrf", handle, [=, a = on_device(a), info = on_device(info)] {                              \
      *info = cholesky(Matrix<std::remove_pointer_t<decltype(a)>>{a, lda}, n, fill == CUBLAS_FILL_MODE_LOWER);        \
    });                                                                                                               \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##potrs(cusolverDnHandle_t handle, cublasFillMode_t fill, int n, int columns,         \
                                        const T* a, int lda, T* b, int ldb, int* info) {                              \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(n >= 0 && columns >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n));                                  \
    reaches(a, n, n, lda, part_of(fill)), reaches(b, n, columns, ldb);                                                \
    return run("cusolver potrs", handle, [=, a = on_device(a), b = on_device(b), info = on_device(info)] {            \
      using Number = std::remove_pointer_t<decltype(b)>;                                                              \
      const Matrix<const Number> matrix{a, lda};                                                                      \
      const bool lower = fill == CUBLAS_FILL_MODE_LOWER;                                                              \
      for (Index j = 0; j < columns; ++j) {                                                                           \
        solve_triangle(matrix, n, lower, false, lower ? CUBLAS_OP_N : CUBLAS_OP_C, b + j * ldb);                      \
        solve_triangle(matrix, n, lower, false, lower ? CUBLAS_OP_C : CUBLAS_OP_N, b + j * ldb);                      \
      }                                                                                                               \
      *info = 0;                                                                                                      \
    });                                                                                                               \
  }
SYSTEMS(S, float)
SYSTEMS(D, double)
SYSTEMS(C, cuComplex)
SYSTEMS(Z, cuDoubleComplex)

#define ORTHOGONAL(L, T)                                                                                               \
  cusolverStatus_t cusolverDn##L##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, T*, int lda, int* size) {  \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(m >= 0 && n >= 0 && lda >= std::max(1, m) && size);                                                          \
    *size = std::max(1, n);                                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##geqrf(cusolverDnHandle_t handle, int m, int n, T* a, int lda, T* tau, T* work,       \
                                        int size, int* info) {                                                         \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(m >= 0 && n >= 0 && lda >= std::max(1, m));                                                                  \
    reaches(a, m, n, lda), works_in(work, size);                                                                       \
    return run("cusolver geqrf", handle, [=, a = on_device(a), tau = on_device(tau), info = on_device(info)] {         \
      factorise_qr(Matrix<T>{a, lda}, m, n, tau);                                                                      \
      *info = 0;                                                                                                       \
    });                                                                                                                \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##ormqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t, cublasOperation_t,     \
                                                   int, int n, int, const T*, int, const T*, const T*, int,            \
                                                   int* size) {                                                        \
    CHECK_HANDLE(handle);                                                                                              \
    *size = std::max(1, n);                                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##ormqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t op, int m, \
                                        int n, int k, const T* a, int lda, const T* tau, T* c, int ldc, T*, int,       \
                                        int* info) {                                                                   \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(m >= 0 && n >= 0 && k >= 0 && ldc >= std::max(1, m));                                                        \
    reaches(a, side == CUBLAS_SIDE_LEFT ? m : n, k, lda), accesses(tau, k), reaches(c, m, n, ldc);                     \
    return run("cusolver ormqr", handle,                                                                               \
               [=, a = on_device(a), tau = on_device(tau), c = on_device(c), info = on_device(info)] {                 \
                 apply_q(side == CUBLAS_SIDE_LEFT, op != CUBLAS_OP_N, m, n, k, Matrix<const T>{a, lda}, tau,           \
                         Matrix<T>{c, ldc});                                                                           \
                 *info = 0;                                                                                            \
               });                                                                                                     \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##orgqr_bufferSize(cusolverDnHandle_t handle, int, int n, int, const T*, int,          \
                                                   const T*, int* size) {                                              \
    CHECK_HANDLE(handle);                                                                                              \
    *size = std::max(1, n);                                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##orgqr(cusolverDnHandle_t handle, int m, int n, int k, T* a, int lda, const T* tau,   \
                                        T*, int, int* info) {                                                          \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(m >= n && n >= k && k >= 0 && lda >= std::max(1, m));                                                        \
    reaches(a, m, n, lda), accesses(tau, k);                                                                           \
    return run("cusolver orgqr", handle, [=, a = on_device(a), tau = on_device(tau), info = on_device(info)] {         \
      std::vector<T> q(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));                                     \
      for (std::size_t j = 0; j < static_cast<std::size_t>(n); ++j) q[j * static_cast<std::size_t>(m) + j] = 1;        \
      apply_q(true, false, m, n, k, Matrix<const T>{a, lda}, tau, Matrix<T>{q.data(), m});                             \
      for (Index j = 0; j < n; ++j) std::copy_n(q.data() + j * m, m, a + j * lda);                                     \
      *info = 0;                                                                                                       \
    });                                                                                                                \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int* size) {               \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(m >= n && n >= 0 && size);                                                                                   \
    *size = std::max(1, m);                                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##gesvd(cusolverDnHandle_t handle, signed char job_u, signed char job_vt, int m,       \
                                        int n, T* a, int lda, T* s, T* u, int ldu, T* vt, int ldvt, T* work, int size, \
                                        T*, int* info) {                                                               \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(m >= n && n >= 0 && lda >= std::max(1, m));                                                                  \
    if (job_u == 'O' || job_vt == 'O') return CUSOLVER_STATUS_NOT_SUPPORTED;                                           \
    reaches(a, m, n, lda), works_in(work, size);                                                                       \
    return run("cusolver gesvd", handle,                                                                               \
               [=, a = on_device(a), s = on_device(s), u = on_device(u), vt = on_device(vt), info = on_device(info)] { \
                 singular_values(static_cast<char>(job_u), static_cast<char>(job_vt), Matrix<const T>{a, lda}, m, n,   \
                                 s, Matrix<T>{u, ldu}, Matrix<T>{vt, ldvt});                                           \
                 *info = 0;                                                                                            \
               });                                                                                                     \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##syevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t, cublasFillMode_t,     \
                                                   int n, const T*, int lda, const T*, int* size) {                    \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(n >= 0 && lda >= std::max(1, n) && size);                                                                    \
    *size = std::max(1, n);                                                                                            \
    return CUSOLVER_STATUS_SUCCESS;                                                                                    \
  }                                                                                                                    \
  cusolverStatus_t cusolverDn##L##syevd(cusolverDnHandle_t handle, cusolverEigMode_t mode, cublasFillMode_t fill,      \
                                        int n, T* a, int lda, T* w, T* work, int size, int* info) {                    \
    CHECK_HANDLE(handle);                                                                                              \
    CHECK(n >= 0 && lda >= std::max(1, n));                                                                            \
    reaches(a, n, n, lda), works_in(work, size);                                                                       \
    return run("cusolver syevd", handle, [=, a = on_device(a), w = on_device(w), info = on_device(info)] {             \
      eigenvalues(Matrix<T>{a, lda}, n, fill == CUBLAS_FILL_MODE_LOWER, mode == CUSOLVER_EIG_MODE_VECTOR, w);          \
      *info = 0;                                                                                                       \
    });                                                                                                                \
  }
ORTHOGONAL(S, float)
ORTHOGONAL(D, double)
