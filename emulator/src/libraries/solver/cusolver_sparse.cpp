// cuSOLVER's sparse systems of equations, by Eigen in double precision. Systems that the program solves by QR use LU
// too.
#include <cusolverSp.h>

#include <map>

#include "libraries/solver/cusolver_factors.hpp"
#include "libraries/solver/sparse_by_eigen.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::solver;

struct cusolverSpContext {
  cudaStream_t stream = nullptr;
};
struct csrqrInfo {};

namespace {

struct Pattern {
  int n;
  const int *offsets, *columns;
  int base;
  template <class Use>
  void each(Use use) const {
    for (int i = 0; i < n; ++i) {
      for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) use(i, columns[k] - base, k);
    }
  }
};

// x = A^-1 b, in double precision.
template <class T>
int solve(const Pattern& pattern, const T* values, const T* b, double tolerance, Method method, T* x) {
  std::vector<SparseEntry> entries;
  pattern.each([&](int i, int j, int k) { entries.push_back({i, j, double{values[k]}}); });
  std::vector<double> right(b, b + pattern.n);
  const int result = solve_sparse(pattern.n, entries, tolerance, method, right.data());
  if (result == no_memory || (method == Method::cholesky && result >= 0)) return result;
  std::transform(right.begin(), right.end(), x, [](double value) { return static_cast<T>(value); });
  return result;
}

// A complex system is one of twice as many real equations: p + iq is [p -q; q p]. A complex column that depends on
// those before it, or a step without a positive pivot, is then two real ones.
template <class T>
int solve(const Pattern& pattern, const std::complex<T>* values, const std::complex<T>* b, double tolerance,
          Method method, std::complex<T>* x) {
  std::vector<SparseEntry> entries;
  pattern.each([&](int i, int j, int k) {
    const double real = values[k].real();
    // A Hermitian matrix's diagonal is real.
    const double imaginary = method == Method::cholesky && i == j ? 0 : double{values[k].imag()};
    entries.push_back({2 * i, 2 * j, real});
    entries.push_back({2 * i, 2 * j + 1, -imaginary});
    entries.push_back({2 * i + 1, 2 * j, imaginary});
    entries.push_back({2 * i + 1, 2 * j + 1, real});
  });
  std::vector<double> right;
  for (int i = 0; i < pattern.n; ++i) right.insert(right.end(), {double{b[i].real()}, double{b[i].imag()}});
  const int result = solve_sparse(2 * pattern.n, entries, tolerance, method, right.data());
  if (result == no_memory) return result;
  if (method != Method::cholesky || result < 0)
    for (int i = 0; i < pattern.n; ++i) x[i] = {static_cast<T>(right[2 * i]), static_cast<T>(right[2 * i + 1])};
  return result >= 0 ? result / 2 : result;
}

cusolverStatus_t told(int result, int* singularity) {
  if (result == no_memory) return CUSOLVER_STATUS_ALLOC_FAILED;
  *singularity = result;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class T>
cusolverStatus_t solve_on_device(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t matrix,
                                 const T* values, const int* offsets, const int* columns, const T* b, double tolerance,
                                 Method method, T* x, int* singularity) {
  CHECK_HANDLE(handle);
  CHECK(m >= 0 && nnz >= 0 && matrix && values && offsets && columns && b && x && singularity);
  int result = -1;
  const Pattern pattern{m, device_pointer(offsets), device_pointer(columns), cusparseGetMatIndexBase(matrix)};
  const bool ran = run_library("cusolver csrlsv", 1, handle->stream,
                               [=, values = on_device(values), b = on_device(b), x = on_device(x), told = &result](
                                   std::size_t) { *told = solve(pattern, values, b, tolerance, method, x); });
  if (!ran || cudaStreamSynchronize(handle->stream) != cudaSuccess) return CUSOLVER_STATUS_EXECUTION_FAILED;
  return told(result, singularity);
}
template <class T>
cusolverStatus_t solve_on_host(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t matrix,
                               const T* values, const int* offsets, const int* columns, const T* b, double tolerance,
                               Method method, T* x, int* singularity) {
  CHECK_HANDLE(handle);
  CHECK(m >= 0 && nnz >= 0 && matrix && values && offsets && columns && b && x && singularity);
  using Number = typename Computed<T>::type;
  return told(
      solve(Pattern{m, offsets, columns, cusparseGetMatIndexBase(matrix)}, reinterpret_cast<const Number*>(values),
            reinterpret_cast<const Number*>(b), tolerance, method, reinterpret_cast<Number*>(x)),
      singularity);
}

}  // namespace

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t* handle) {
  CHECK(handle);
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = new cusolverSpContext;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle) {
  CHECK_HANDLE(handle);
  delete handle;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t stream) {
  CHECK_HANDLE(handle);
  handle->stream = stream;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t* stream) {
  CHECK_HANDLE(handle);
  CHECK(stream);
  *stream = handle->stream;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t* info) {
  CHECK(info);
  *info = new csrqrInfo;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info) {
  delete info;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnz,
                                                 const cusparseMatDescr_t matrix, const int* offsets,
                                                 const int* columns, csrqrInfo_t info) {
  CHECK_HANDLE(handle);
  CHECK(m >= 0 && n >= 0 && nnz >= 0 && matrix && offsets && columns && info);
  return m == n ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_SUPPORTED;
}
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t matrix,
                                         const int* offsets, const int* ends, const int* columns, int* is_symmetric) {
  CHECK_HANDLE(handle);
  CHECK(m >= 0 && nnz >= 0 && matrix && offsets && ends && columns && is_symmetric);
  const int base = cusparseGetMatIndexBase(matrix);
  std::map<std::pair<int, int>, int> unmatched;
  for (int i = 0; i < m; ++i) {
    for (int k = offsets[i] - base; k < ends[i] - base; ++k) {
      const int j = columns[k] - base;
      if (i != j) unmatched[std::minmax(i, j)] += i < j ? 1 : -1;
    }
  }
  *is_symmetric = std::all_of(unmatched.begin(), unmatched.end(), [](const auto& pair) { return pair.second == 0; });
  return CUSOLVER_STATUS_SUCCESS;
}

#define SOLVE(L, T, Real, name, where, method)                                                                         \
  cusolverStatus_t cusolverSp##L##csrlsv##name(                                                                        \
      cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t matrix, const T* values, const int* offsets, \
      const int* columns, const T* b, Real tolerance, int, T* x, int* singularity) {                                   \
    return where(handle, m, nnz, matrix, values, offsets, columns, b, double{tolerance}, Method::method, x,            \
                 singularity);                                                                                         \
  }
#define SPARSE(L, T, Real)                                                                                           \
  SOLVE(L, T, Real, qr, solve_on_device, exchanging_rows)                                                            \
  SOLVE(L, T, Real, qrHost, solve_on_host, exchanging_rows)                                                          \
  SOLVE(L, T, Real, chol, solve_on_device, cholesky)                                                                 \
  SOLVE(L, T, Real, cholHost, solve_on_host, cholesky)                                                               \
  SOLVE(L, T, Real, luHost, solve_on_host, exchanging_rows)                                                          \
  cusolverStatus_t cusolverSp##L##csrqrBufferInfoBatched(cusolverSpHandle_t handle, int m, int, int,                 \
                                                         const cusparseMatDescr_t, const T*, const int*, const int*, \
                                                         int, csrqrInfo_t, size_t* inside, size_t* workspace) {      \
    CHECK_HANDLE(handle);                                                                                            \
    CHECK(m >= 0 && inside && workspace);                                                                            \
    *inside = *workspace = static_cast<size_t>(m + 1) * sizeof(T);                                                   \
    return CUSOLVER_STATUS_SUCCESS;                                                                                  \
  }                                                                                                                  \
  cusolverStatus_t cusolverSp##L##csrqrsvBatched(                                                                    \
      cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t matrix, const T* values,            \
      const int* offsets, const int* columns, const T* b, T* x, int count, csrqrInfo_t info, void*) {                \
    CHECK_HANDLE(handle);                                                                                            \
    CHECK(m >= 0 && m == n && nnz >= 0 && matrix && count >= 0 && info);                                             \
    const Pattern pattern{m, device_pointer(offsets), device_pointer(columns), cusparseGetMatIndexBase(matrix)};     \
    const bool ran =                                                                                                 \
        run_library("cusolver csrqrsvBatched", static_cast<std::size_t>(count), handle->stream,                      \
                    [=, values = on_device(values), b = on_device(b), x = on_device(x)](std::size_t system) {        \
                      const Index at = static_cast<Index>(system);                                                   \
                      solve(pattern, values + at * nnz, b + at * m, 0.0, Method::exchanging_rows, x + at * m);       \
                    });                                                                                              \
    return ran ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;                                         \
  }
SPARSE(S, float, float)
SPARSE(D, double, double)
SPARSE(C, cuComplex, float)
SPARSE(Z, cuDoubleComplex, double)
