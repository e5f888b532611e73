// cuSOLVER: eigenvalues of pairs of symmetric matrices and of a range, and systems that a GPU solves in a smaller type
// and refines, which are solved in their full type here.
#include "libraries/solver/cusolver_factors.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::solver;

namespace {

// A x = w B x, A B x = w x or B A x = w x. B is replaced by its Cholesky factor. Returns LAPACK's info.
template <class T>
int eigenvalues_of_pair(cusolverEigType_t type, bool vectors, bool lower, Index n, Matrix<T> a, Matrix<T> b, T* w) {
  if (const int bad = cholesky(b, n, lower)) return static_cast<int>(n) + bad;
  const std::size_t size = static_cast<std::size_t>(n * n);
  Dense l(size), c(size), values(static_cast<std::size_t>(n));
  const Matrix<double> factor{l.data(), n}, whole{c.data(), n};
  for (Index j = 0; j < n; ++j) {
    for (Index i = 0; i < n; ++i) {
      if (i >= j) factor(i, j) = lower ? b(i, j) : b(j, i);
      whole(i, j) = (i > j) == lower || i == j ? a(i, j) : a(j, i);
    }
  }
  const Matrix<const double> stored{l.data(), n};
  // L^-1 A L^-T, or L^T A L: the factor is applied to the columns, then to those of the transposed result.
  for (int side = 0; side < 2; ++side) {
    for (Index j = 0; j < n; ++j) {
      double* const column = &whole(0, j);
      if (type == CUSOLVER_EIG_TYPE_1) {
        solve_triangle(stored, n, true, false, CUBLAS_OP_N, column);
        continue;
      }
      for (Index i = 0; i < n; ++i) {
        double sum = 0;
        for (Index k = i; k < n; ++k) sum += factor(k, i) * column[k];
        column[i] = sum;
      }
    }
    for (Index j = 0; j < n; ++j) {
      for (Index i = 0; i < j; ++i) std::swap(whole(i, j), whole(j, i));
    }
  }
  eigenvalues(whole, n, true, true, values.data());
  for (Index j = 0; j < n; ++j) {
    w[j] = static_cast<T>(values[static_cast<std::size_t>(j)]);
    double* const column = &whole(0, j);
    if (type != CUSOLVER_EIG_TYPE_3) {
      solve_triangle(stored, n, true, false, CUBLAS_OP_T, column);
    } else {
      for (Index i = n - 1; i >= 0; --i) {
        double sum = 0;
        for (Index k = 0; k <= i; ++k) sum += factor(i, k) * column[k];
        column[i] = sum;
      }
    }
    for (Index i = 0; i < n && vectors; ++i) a(i, j) = static_cast<T>(column[i]);
  }
  return 0;
}

// Moves the selected eigenvalues, and their vectors, to the front; returns their number.
template <class T>
int keep_range(cusolverEigRange_t range, bool vectors, Index n, Matrix<T> a, T* w, T low, T high, Index first,
               Index last) {
  if (range == CUSOLVER_EIG_RANGE_ALL) return static_cast<int>(n);
  Index kept = 0;
  for (Index j = 0; j < n; ++j) {
    const bool is_wanted = range == CUSOLVER_EIG_RANGE_I ? j + 1 >= first && j + 1 <= last : w[j] > low && w[j] <= high;
    if (!is_wanted) continue;
    w[kept] = w[j];
    for (Index i = 0; i < n && vectors; ++i) a(i, kept) = a(i, j);
    ++kept;
  }
  return static_cast<int>(kept);
}

template <class T>
cusolverStatus_t sygvdx(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,
                        cusolverEigRange_t range, cublasFillMode_t fill, int n, T* a, int lda, T* b, int ldb, T low,
                        T high, int first, int last, int* found, T* w, int* info) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n));
  const bool vectors = mode == CUSOLVER_EIG_MODE_VECTOR, lower = fill == CUBLAS_FILL_MODE_LOWER;
  int count = 0;
  const cusolverStatus_t status =
      run("cusolver sygvd", handle,
          [=, a = on_device(a), b = on_device(b), w = on_device(w), info = on_device(info),
           told = found ? &count : nullptr] {
            *info = eigenvalues_of_pair(type, vectors, lower, n, Matrix<T>{a, lda}, Matrix<T>{b, ldb}, w);
            if (told && *info == 0) *told = keep_range(range, vectors, n, Matrix<T>{a, lda}, w, low, high, first, last);
          });
  if (!found) return status;
  if (cudaStreamSynchronize(handle->stream) != cudaSuccess) return CUSOLVER_STATUS_EXECUTION_FAILED;
  *found = count;
  return status;
}
template <class T>
cusolverStatus_t syevdx(cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range,
                        cublasFillMode_t fill, int n, T* a, int lda, T low, T high, int first, int last, int* found,
                        T* w, int* info) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && lda >= std::max(1, n) && found);
  const bool vectors = mode == CUSOLVER_EIG_MODE_VECTOR, lower = fill == CUBLAS_FILL_MODE_LOWER;
  int count = 0;
  const cusolverStatus_t status =
      run("cusolver syevdx", handle, [=, a = on_device(a), w = on_device(w), info = on_device(info), told = &count] {
        eigenvalues(Matrix<T>{a, lda}, n, lower, vectors, w);
        *told = keep_range(range, vectors, n, Matrix<T>{a, lda}, w, low, high, first, last);
        *info = 0;
      });
  if (cudaStreamSynchronize(handle->stream) != cudaSuccess) return CUSOLVER_STATUS_EXECUTION_FAILED;
  *found = count;
  return status;
}

cusolverStatus_t any_size(cusolverDnHandle_t handle, int n, int* size) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && size);
  *size = std::max(1, n);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t any_bytes(cusolverDnHandle_t handle, int n, size_t* size) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && size);
  *size = static_cast<size_t>(std::max(1, n)) * sizeof(double);
  return CUSOLVER_STATUS_SUCCESS;
}

template <class T>
cusolverStatus_t gesv(cusolverDnHandle_t handle, int n, int columns, T* a, int lda, int* pivots, T* b, int ldb, T* x,
                      int ldx, int* iterations, int* info) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && columns >= 0 && lda >= std::max(1, n) && ldb >= std::max(1, n) && ldx >= std::max(1, n));
  if (iterations) *iterations = 0;
  return run(
      "cusolver gesv", handle,
      [=, a = on_device(a), pivots = on_device(pivots), b = on_device(b), x = on_device(x), info = on_device(info)] {
        std::vector<double> copy(static_cast<std::size_t>(n) * static_cast<std::size_t>(n)),
            right(static_cast<std::size_t>(n));
        std::vector<int> exchanged(static_cast<std::size_t>(n));
        for (Index j = 0; j < n; ++j) {
          for (Index i = 0; i < n; ++i) copy[static_cast<std::size_t>(i + j * n)] = a[i + j * lda];
        }
        *info = factorise(Matrix<double>{copy.data(), n}, n, n, exchanged.data());
        if (*info != 0) return;
        if (pivots) std::copy(exchanged.begin(), exchanged.end(), pivots);
        const Matrix<const double> factors{copy.data(), n};
        for (Index j = 0; j < columns; ++j) {
          std::copy_n(b + j * ldb, n, right.begin());
          for (std::size_t i = 0; i < right.size(); ++i) {
            std::swap(right[i], right[static_cast<std::size_t>(exchanged[i]) - 1]);
          }
          solve_triangle(factors, n, true, true, CUBLAS_OP_N, right.data());
          solve_triangle(factors, n, false, false, CUBLAS_OP_N, right.data());
          for (Index i = 0; i < n; ++i) x[i + j * ldx] = static_cast<T>(right[static_cast<std::size_t>(i)]);
        }
      });
}
// The least-squares solution of m >= n equations, by QR.
template <class T>
cusolverStatus_t gels(cusolverDnHandle_t handle, int m, int n, int columns, T* a, int lda, T* b, int ldb, T* x, int ldx,
                      int* iterations, int* info) {
  CHECK_HANDLE(handle);
  CHECK(n >= 0 && m >= n && columns >= 0 && lda >= std::max(1, m) && ldb >= std::max(1, m) && ldx >= std::max(1, n));
  if (iterations) *iterations = 0;
  return run("cusolver gels", handle,
             [=, a = on_device(a), b = on_device(b), x = on_device(x), info = on_device(info)] {
               Dense copy(static_cast<std::size_t>(m) * static_cast<std::size_t>(n)),
                   right(static_cast<std::size_t>(m)), tau(static_cast<std::size_t>(n));
               for (Index j = 0; j < n; ++j) std::copy_n(a + j * lda, m, copy.begin() + j * m);
               factorise_qr(Matrix<double>{copy.data(), m}, m, n, tau.data());
               const Matrix<const double> factors{copy.data(), m};
               *info = 0;
               for (Index i = 0; i < n && *info == 0; ++i) {
                 if (factors(i, i) == 0) *info = static_cast<int>(i) + 1;
               }
               for (Index j = 0; j < columns && *info == 0; ++j) {
                 std::copy_n(b + j * ldb, m, right.begin());
                 apply_q(true, true, m, 1, n, factors, tau.data(), Matrix<double>{right.data(), m});
                 solve_triangle(factors, n, false, false, CUBLAS_OP_N, right.data());
                 for (Index i = 0; i < n; ++i) x[i + j * ldx] = static_cast<T>(right[static_cast<std::size_t>(i)]);
               }
             });
}

}  // namespace

#define PAIRS(L, T)                                                                                                   \
  cusolverStatus_t cusolverDn##L##sygvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t,   \
                                                   cublasFillMode_t, int n, const T*, int, const T*, int, const T*,   \
                                                   int* size) {                                                       \
    return any_size(handle, n, size);                                                                                 \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##sygvd(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,    \
                                        cublasFillMode_t fill, int n, T* a, int lda, T* b, int ldb, T* w, T*, int,    \
                                        int* info) {                                                                  \
    return sygvdx(handle, type, mode, CUSOLVER_EIG_RANGE_ALL, fill, n, a, lda, b, ldb, T(0), T(0), 0, 0, nullptr, w,  \
                  info);                                                                                              \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##sygvj_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t,   \
                                                   cublasFillMode_t, int n, const T*, int, const T*, int, const T*,   \
                                                   int* size, syevjInfo_t) {                                          \
    return any_size(handle, n, size);                                                                                 \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##sygvj(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,    \
                                        cublasFillMode_t fill, int n, T* a, int lda, T* b, int ldb, T* w, T*, int,    \
                                        int* info, syevjInfo_t) {                                                     \
    return sygvdx(handle, type, mode, CUSOLVER_EIG_RANGE_ALL, fill, n, a, lda, b, ldb, T(0), T(0), 0, 0, nullptr, w,  \
                  info);                                                                                              \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##sygvdx_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t,  \
                                                    cusolverEigRange_t, cublasFillMode_t, int n, const T*, int,       \
                                                    const T*, int, T, T, int, int, int*, const T*, int* size) {       \
    return any_size(handle, n, size);                                                                                 \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##sygvdx(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t mode,   \
                                         cusolverEigRange_t range, cublasFillMode_t fill, int n, T* a, int lda, T* b, \
                                         int ldb, T low, T high, int first, int last, int* found, T* w, T*, int,      \
                                         int* info) {                                                                 \
    CHECK(found);                                                                                                     \
    return sygvdx(handle, type, mode, range, fill, n, a, lda, b, ldb, low, high, first, last, found, w, info);        \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##syevdx_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t, cusolverEigRange_t, \
                                                    cublasFillMode_t, int n, const T*, int, T, T, int, int, int*,     \
                                                    const T*, int* size) {                                            \
    return any_size(handle, n, size);                                                                                 \
  }                                                                                                                   \
  cusolverStatus_t cusolverDn##L##syevdx(cusolverDnHandle_t handle, cusolverEigMode_t mode, cusolverEigRange_t range, \
                                         cublasFillMode_t fill, int n, T* a, int lda, T low, T high, int first,       \
                                         int last, int* found, T* w, T*, int, int* info) {                            \
    return syevdx(handle, mode, range, fill, n, a, lda, low, high, first, last, found, w, info);                      \
  }
PAIRS(S, float)
PAIRS(D, double)

cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t,
                                              cusolverEigRange_t, cublasFillMode_t, int64_t n, cudaDataType,
                                              const void*, int64_t, void*, void*, int64_t, int64_t, int64_t*,
                                              cudaDataType, const void*, cudaDataType, size_t* on_device,
                                              size_t* on_host) {
  CHECK(on_host);
  *on_host = 0;
  return any_bytes(handle, static_cast<int>(n), on_device);
}
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t, cusolverEigMode_t mode,
                                   cusolverEigRange_t range, cublasFillMode_t fill, int64_t n, cudaDataType type_a,
                                   void* a, int64_t lda, void* low, void* high, int64_t first, int64_t last,
                                   int64_t* found, cudaDataType, void* w, cudaDataType, void*, size_t, void*, size_t,
                                   int* info) {
  const auto of_type = [&](auto number) {
    using T = decltype(number);
    int count = 0;
    const auto bound = [](void* at) { return at ? *static_cast<T*>(at) : T(0); };
    const cusolverStatus_t status =
        syevdx(handle, mode, range, fill, static_cast<int>(n), static_cast<T*>(a), static_cast<int>(lda), bound(low),
               bound(high), static_cast<int>(first), static_cast<int>(last), &count, static_cast<T*>(w), info);
    if (found) *found = count;
    return status;
  };
  if (type_a == CUDA_R_32F) return of_type(float{});
  return type_a == CUDA_R_64F ? of_type(double{}) : CUSOLVER_STATUS_NOT_SUPPORTED;
}

#define REFINED(L, T)                                                                                                \
  cusolverStatus_t cusolverDn##L##gesv_bufferSize(cusolverDnHandle_t handle, int n, int, T*, int, int*, T*, int, T*, \
                                                  int, void*, size_t* size) {                                        \
    return any_bytes(handle, n, size);                                                                               \
  }                                                                                                                  \
  cusolverStatus_t cusolverDn##L##gesv(cusolverDnHandle_t handle, int n, int columns, T* a, int lda, int* pivots,    \
                                       T* b, int ldb, T* x, int ldx, void*, size_t, int* iterations, int* info) {    \
    return gesv(handle, n, columns, a, lda, pivots, b, ldb, x, ldx, iterations, info);                               \
  }                                                                                                                  \
  cusolverStatus_t cusolverDn##L##gels_bufferSize(cusolverDnHandle_t handle, int m, int, int, T*, int, T*, int, T*,  \
                                                  int, void*, size_t* size) {                                        \
    return any_bytes(handle, m, size);                                                                               \
  }                                                                                                                  \
  cusolverStatus_t cusolverDn##L##gels(cusolverDnHandle_t handle, int m, int n, int columns, T* a, int lda, T* b,    \
                                       int ldb, T* x, int ldx, void*, size_t, int* iterations, int* info) {          \
    return gels(handle, m, n, columns, a, lda, b, ldb, x, ldx, iterations, info);                                    \
  }
REFINED(DD, double)
REFINED(DS, double)
REFINED(DH, double)
REFINED(DB, double)
REFINED(DX, double)
REFINED(SS, float)
REFINED(SH, float)
REFINED(SB, float)
REFINED(SX, float)
