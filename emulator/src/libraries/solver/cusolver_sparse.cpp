// cuSOLVER's sparse systems of equations. Whatever the method's name, rows are eliminated within the band that holds
// the matrix, in double precision; QR and LU exchange rows, Cholesky takes the lower triangle alone.
#include <cusolverSp.h>

#include <map>

#include "libraries/solver/cusolver_factors.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::solver;

struct cusolverSpContext {
  cudaStream_t stream = nullptr;
};
struct csrqrInfo {};

namespace {

enum class Method { exchanging_rows, cholesky };
constexpr Index most_entries = Index{1} << 29;

template <class T>
struct Widened {
  using type = double;
};
template <class T>
struct Widened<std::complex<T>> {
  using type = std::complex<double>;
};

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

// Neighbours get numbers near each other (Cuthill and McKee, from the least connected): place[old] is the new number.
std::vector<int> narrowing(const Pattern& pattern) {
  const std::size_t n = static_cast<std::size_t>(pattern.n);
  std::vector<std::vector<int>> near(n);
  pattern.each([&](int i, int j, int) {
    if (i == j) return;
    near[static_cast<std::size_t>(i)].push_back(j);
    near[static_cast<std::size_t>(j)].push_back(i);
  });
  const auto less = [&](int a, int b) {
    return near[static_cast<std::size_t>(a)].size() < near[static_cast<std::size_t>(b)].size();
  };
  std::vector<int> starts(n), order, place(n, -1);
  std::iota(starts.begin(), starts.end(), 0);
  std::stable_sort(starts.begin(), starts.end(), less);
  for (const int start : starts) {
    if (place[static_cast<std::size_t>(start)] >= 0) continue;
    std::size_t next = order.size();
    place[static_cast<std::size_t>(start)] = static_cast<int>(order.size());
    order.push_back(start);
    for (; next < order.size(); ++next) {
      std::vector<int>& around = near[static_cast<std::size_t>(order[next])];
      std::stable_sort(around.begin(), around.end(), less);
      for (const int other : around) {
        if (place[static_cast<std::size_t>(other)] >= 0) continue;
        place[static_cast<std::size_t>(other)] = static_cast<int>(order.size());
        order.push_back(other);
      }
    }
  }
  return place;
}

template <class Wide>
struct Band {
  Index n, below = 0, above = 0;  // diagonals below and above the main one; exchanges need `below` more above
  std::vector<Wide> entries;
  Index width() const { return 2 * below + above + 1; }
  Wide& operator()(Index i, Index j) { return entries[static_cast<std::size_t>(i * width() + j - i + below)]; }
};

// x = A^-1 b; -1, or the first step whose pivot is not larger than the tolerance. -2 where memory cannot hold it.
template <class T>
int solve(const Pattern& pattern, const T* values, const T* b, double tolerance, Method method, T* x) {
  using Wide = typename Widened<T>::type;
  const Index n = pattern.n;
  std::vector<int> place(static_cast<std::size_t>(n));
  std::iota(place.begin(), place.end(), 0);
  const auto at = [&](int i) { return Index{place[static_cast<std::size_t>(i)]}; };
  Band<Wide> a{n, 0, 0, {}};
  const auto measure = [&] {
    a.below = a.above = 0;
    pattern.each([&](int i, int j, int) {
      if (method == Method::cholesky && j > i) return;
      a.below = std::max(a.below, at(i) - at(j));
      a.above = std::max(a.above, at(j) - at(i));
      if (method == Method::cholesky) a.below = a.above = std::max(a.below, a.above);
    });
  };
  measure();
  if (n * a.width() > (Index{1} << 20)) {
    place = narrowing(pattern);
    measure();
  }
  if (n * a.width() > most_entries) return -2;
  a.entries.resize(static_cast<std::size_t>(n * a.width()));
  pattern.each([&](int i, int j, int k) {
    if (method == Method::cholesky && j > i) return;
    const Wide value(values[k]);
    a(at(i), at(j)) += value;
    if (method == Method::cholesky && i != j) a(at(j), at(i)) += conjugate(value);
  });
  std::vector<Wide> right(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) right[static_cast<std::size_t>(at(i))] = Wide(b[i]);
  const auto of = [&](Index i) -> Wide& { return right[static_cast<std::size_t>(i)]; };
  int singular = -1;
  for (Index k = 0; k < n; ++k) {
    const Index last = std::min(n - 1, k + a.below), end = std::min(n - 1, k + a.below + a.above);
    Index pivot = k;
    for (Index i = k + 1; i <= last && method == Method::exchanging_rows; ++i) {
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    }
    if (pivot != k) {
      for (Index j = k; j <= end; ++j) std::swap(a(k, j), a(pivot, j));
      std::swap(of(k), of(pivot));
    }
    const bool is_small = method == Method::cholesky ? !(std::real(a(k, k)) > 0) : std::abs(a(k, k)) <= tolerance;
    if (is_small && singular < 0) singular = static_cast<int>(k);
    if (is_small && method == Method::cholesky) return singular;
    if (a(k, k) == Wide(0)) continue;
    for (Index i = k + 1; i <= last; ++i) {
      if (a(i, k) == Wide(0)) continue;
      const Wide times = a(i, k) / a(k, k);
      for (Index j = k; j <= end; ++j) a(i, j) -= times * a(k, j);
      of(i) -= times * of(k);
    }
  }
  for (Index i = n - 1; i >= 0; --i) {
    for (Index j = i + 1; j <= std::min(n - 1, i + a.below + a.above); ++j) of(i) -= a(i, j) * of(j);
    of(i) /= a(i, i);
  }
  for (int i = 0; i < n; ++i) x[i] = static_cast<T>(right[static_cast<std::size_t>(at(i))]);
  return singular;
}

cusolverStatus_t told(int result, int* singularity) {
  if (result == -2) return CUSOLVER_STATUS_ALLOC_FAILED;
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
