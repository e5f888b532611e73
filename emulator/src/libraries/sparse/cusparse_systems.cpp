// cuSPARSE: tridiagonal and pentadiagonal systems, and incomplete factorisations.
#include <cmath>

#include "libraries/library_numbers.hpp"
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

struct csrilu02Info {
  int zero_pivot = -1;
};
struct csric02Info {
  int zero_pivot = -1;
};

namespace {
using Index = std::ptrdiff_t;

// A system whose matrix has `width` diagonals on each side: eliminates in place, with pivoting if `pivots`.
template <class T>
void solve_band(std::vector<T>& rows, Index m, Index width, std::vector<T>& x, bool pivots) {
  const Index wide = 3 * width + 1;  // pivoting fills in as many more diagonals above
  const auto at = [&](Index i, Index j) -> T& { return rows[static_cast<std::size_t>(i * wide + j - i + width)]; };
  for (Index k = 0; k < m; ++k) {
    const Index last = std::min(m - 1, k + width), right = std::min(m - 1, k + 2 * width);
    Index pivot = k;
    for (Index i = k + 1; i <= last && pivots; ++i) {
      if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
    }
    if (pivot != k) {
      for (Index j = k; j <= right; ++j) std::swap(at(k, j), at(pivot, j));
      std::swap(x[static_cast<std::size_t>(k)], x[static_cast<std::size_t>(pivot)]);
    }
    for (Index i = k + 1; i <= last; ++i) {
      const T factor = at(i, k) / at(k, k);
      for (Index j = k; j <= right; ++j) at(i, j) -= factor * at(k, j);
      x[static_cast<std::size_t>(i)] -= factor * x[static_cast<std::size_t>(k)];
    }
  }
  for (Index k = m - 1; k >= 0; --k) {
    T& value = x[static_cast<std::size_t>(k)];
    for (Index j = k + 1; j <= std::min(m - 1, k + 2 * width); ++j) value -= at(k, j) * x[static_cast<std::size_t>(j)];
    value /= at(k, k);
  }
}
// `count` systems: diagonal number d of system b has its element i at diagonals[d][place(b, i)].
template <class T, class Place, class Right>
void solve_bands(std::vector<const T*> diagonals, Index m, Index count, bool pivots, Place place, Right right) {
  const Index width = static_cast<Index>(diagonals.size()) / 2, wide = 3 * width + 1;
  for (Index b = 0; b < count; ++b) {
    std::vector<T> rows(static_cast<std::size_t>(m * wide)), x(static_cast<std::size_t>(m));
    for (Index i = 0; i < m; ++i) {
      for (Index d = -width; d <= width; ++d) {
        if (i + d < 0 || i + d >= m) continue;
        rows[static_cast<std::size_t>(i * wide + d + width)] =
            diagonals[static_cast<std::size_t>(d + width)][place(b, i)];
      }
      x[static_cast<std::size_t>(i)] = right(b, i);
    }
    solve_band(rows, m, width, x, pivots);
    for (Index i = 0; i < m; ++i) right(b, i) = x[static_cast<std::size_t>(i)];
  }
}
template <class T>
cusparseStatus_t gtsv(cusparseHandle_t handle, int m, int n, const T* below, const T* d, const T* above, T* b, int ldb,
                      bool pivots) {
  CHECK_HANDLE(handle);
  CHECK(m >= 1 && n >= 0 && ldb >= m);
  return run("cusparse gtsv2", handle, false, [=](auto) {
    solve_bands<T>(
        {below, d, above}, m, n, pivots, [](Index, Index i) { return i; },
        [=](Index column, Index i) -> T& { return b[i + column * ldb]; });
  });
}

// The entries of row i are those from offsets[i] to offsets[i + 1], sorted by column.
template <class T>
struct Rows {
  T* values;
  const int *offsets, *indices;
  int base;
  [[nodiscard]] int begin(int i) const { return offsets[i] - base; }
  [[nodiscard]] int end(int i) const { return offsets[i + 1] - base; }
  [[nodiscard]] int column(int k) const { return indices[k] - base; }
  [[nodiscard]] int find(int i, int j) const {
    for (int k = begin(i); k < end(i); ++k) {
      if (column(k) == j) return k;
    }
    return -1;
  }
};
template <class T>
void incomplete_lu(const Rows<T>& a, int m, int* zero_pivot) {
  for (int i = 0; i < m; ++i) {
    for (int k = a.begin(i); k < a.end(i) && a.column(k) < i; ++k) {
      const int pivot_row = a.column(k), pivot = a.find(pivot_row, pivot_row);
      if (pivot < 0 || a.values[pivot] == T(0)) {
        *zero_pivot = pivot_row;
        return;
      }
      a.values[k] /= a.values[pivot];
      for (int other = pivot + 1; other < a.end(pivot_row); ++other) {
        const int to = a.find(i, a.column(other));
        if (to >= 0) a.values[to] -= a.values[k] * a.values[other];
      }
    }
    const int diagonal = a.find(i, i);
    if (diagonal < 0 || a.values[diagonal] == T(0)) {
      *zero_pivot = i;
      return;
    }
  }
}
template <class T>
T turned(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x;
  } else {
    return std::conj(x);
  }
}
template <class T>
void incomplete_cholesky(const Rows<T>& a, int m, int* zero_pivot) {
  for (int i = 0; i < m; ++i) {
    for (int k = a.begin(i); k < a.end(i) && a.column(k) <= i; ++k) {
      const int j = a.column(k);
      T sum = a.values[k];
      for (int left = a.begin(i); left < a.end(i) && a.column(left) < j; ++left) {
        const int other = a.find(j, a.column(left));
        if (other >= 0) sum -= a.values[left] * turned(a.values[other]);
      }
      if (j < i) {
        a.values[k] = sum / turned(a.values[a.find(j, j)]);
      } else if (!(std::real(sum) > 0)) {
        *zero_pivot = i;
        return;
      } else {
        a.values[k] = T(std::sqrt(std::real(sum)));
      }
    }
  }
}
template <class Info>
cusparseStatus_t zero_pivot(cusparseHandle_t handle, Info* info, int* position) {
  CHECK_HANDLE(handle);
  cudaStreamSynchronize(handle->stream);
  *position = info->zero_pivot;
  return info->zero_pivot >= 0 ? CUSPARSE_STATUS_ZERO_PIVOT : CUSPARSE_STATUS_SUCCESS;
}

}  // namespace

cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t* info) {
  *info = new csrilu02Info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info) {
  delete info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int* position) {
  return zero_pivot(handle, info, position);
}
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t* info) {
  *info = new csric02Info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info) {
  delete info;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int* position) {
  return zero_pivot(handle, info, position);
}

// ---- of each type
#define INCOMPLETE(L, T, name, Info, factorise)                                                                  \
  cusparseStatus_t cusparse##L##name##_bufferSize(cusparseHandle_t handle, int, int, cusparseMatDescr_t, T*,     \
                                                  const int*, const int*, Info, int* size) {                     \
    CHECK_HANDLE(handle);                                                                                        \
    *size = static_cast<int>(some_bytes);                                                                        \
    return CUSPARSE_STATUS_SUCCESS;                                                                              \
  }                                                                                                              \
  cusparseStatus_t cusparse##L##name##_analysis(cusparseHandle_t handle, int, int, cusparseMatDescr_t, const T*, \
                                                const int*, const int*, Info, cusparseSolvePolicy_t, void*) {    \
    CHECK_HANDLE(handle);                                                                                        \
    return CUSPARSE_STATUS_SUCCESS;                                                                              \
  }                                                                                                              \
  cusparseStatus_t cusparse##L##name(cusparseHandle_t handle, int m, int, cusparseMatDescr_t matrix, T* values,  \
                                     const int* offsets, const int* indices, Info info, cusparseSolvePolicy_t,   \
                                     void*) {                                                                    \
    CHECK_HANDLE(handle);                                                                                        \
    CHECK(m >= 0 && matrix && info);                                                                             \
    using Number = Computed<T>::type;                                                                            \
    const Rows<Number> rows{on_device(values), device_pointer(offsets), device_pointer(indices), matrix->base};  \
    info->zero_pivot = -1;                                                                                       \
    return run("cusparse " #name, handle, false, [=](auto) { factorise(rows, m, &info->zero_pivot); });          \
  }
#define TYPE(L, T)                                                                                                    \
  cusparseStatus_t cusparse##L##nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,             \
                                    cusparseMatDescr_t, const T* a, int lda, int* of_each, int* total) {              \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(m >= 0 && n >= 0 && lda >= std::max(1, m));                                                                 \
    const bool on_host = handle->pointers == CUSPARSE_POINTER_MODE_HOST;                                              \
    const cusparseStatus_t status = run("cusparse nnz", handle, false,                                                \
                                        [=, a = on_device(a), of_each = device_pointer(of_each),                      \
                                         total = on_host ? total : device_pointer(total)](auto) {                     \
                                          const bool rows = direction == CUSPARSE_DIRECTION_ROW;                      \
                                          std::fill_n(of_each, rows ? m : n, 0);                                      \
                                          *total = 0;                                                                 \
                                          for (Index j = 0; j < n; ++j) {                                             \
                                            for (Index i = 0; i < m; ++i) {                                           \
                                              const int one = a[i + j * lda] != std::remove_cvref_t<decltype(*a)>(0); \
                                              of_each[rows ? i : j] += one;                                           \
                                              *total += one;                                                          \
                                            }                                                                         \
                                          }                                                                           \
                                        });                                                                           \
    if (on_host) cudaStreamSynchronize(handle->stream);                                                               \
    return status;                                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsv2_bufferSizeExt(cusparseHandle_t handle, int, int, const T*, const T*, const T*,  \
                                                    const T*, int, size_t* size) {                                    \
    return any_size(handle, size);                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsv2(cusparseHandle_t handle, int m, int n, const T* below, const T* d,              \
                                      const T* above, T* b, int ldb, void*) {                                         \
    return gtsv(handle, m, n, on_device(below), on_device(d), on_device(above), on_device(b), ldb, true);             \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int, int, const T*, const T*,    \
                                                            const T*, const T*, int, size_t* size) {                  \
    return any_size(handle, size);                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsv2_nopivot(cusparseHandle_t handle, int m, int n, const T* below, const T* d,      \
                                              const T* above, T* b, int ldb, void*) {                                 \
    return gtsv(handle, m, n, on_device(below), on_device(d), on_device(above), on_device(b), ldb, false);            \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int, const T*, const T*,     \
                                                                const T*, const T*, int, int, size_t* size) {         \
    return any_size(handle, size);                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsv2StridedBatch(cusparseHandle_t handle, int m, const T* below, const T* d,         \
                                                  const T* above, T* x, int count, int stride, void*) {               \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(m >= 1 && count >= 0 && stride >= m);                                                                       \
    using Number = Computed<T>::type;                                                                                 \
    return run("cusparse gtsv2StridedBatch", handle, false,                                                           \
               [=, below = on_device(below), d = on_device(d), above = on_device(above), x = on_device(x)](auto) {    \
                 const auto place = [=](Index b, Index i) { return b * stride + i; };                                 \
                 solve_bands<Number>({below, d, above}, m, count, true, place,                                        \
                                     [=](Index b, Index i) -> Number& { return x[place(b, i)]; });                    \
               });                                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle, int, int, const T*,       \
                                                                   const T*, const T*, const T*, int, size_t* size) { \
    return any_size(handle, size);                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gtsvInterleavedBatch(cusparseHandle_t handle, int, int m, T* below, T* d, T* above,   \
                                                     T* x, int count, void*) {                                        \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(m >= 1 && count >= 0);                                                                                      \
    using Number = Computed<T>::type;                                                                                 \
    return run("cusparse gtsvInterleavedBatch", handle, false,                                                        \
               [=, below = on_device(below), d = on_device(d), above = on_device(above), x = on_device(x)](auto) {    \
                 const auto place = [=](Index b, Index i) { return i * count + b; };                                  \
                 solve_bands<Number>({below, d, above}, m, count, true, place,                                        \
                                     [=](Index b, Index i) -> Number& { return x[place(b, i)]; });                    \
               });                                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle, int, int, const T*,       \
                                                                   const T*, const T*, const T*, const T*, const T*,  \
                                                                   int, size_t* size) {                               \
    return any_size(handle, size);                                                                                    \
  }                                                                                                                   \
  cusparseStatus_t cusparse##L##gpsvInterleavedBatch(cusparseHandle_t handle, int, int m, T* below2, T* below, T* d,  \
                                                     T* above, T* above2, T* x, int count, void*) {                   \
    CHECK_HANDLE(handle);                                                                                             \
    CHECK(m >= 1 && count >= 0);                                                                                      \
    using Number = Computed<T>::type;                                                                                 \
    return run("cusparse gpsvInterleavedBatch", handle, false,                                                        \
               [=, below2 = on_device(below2), below = on_device(below), d = on_device(d), above = on_device(above),  \
                above2 = on_device(above2), x = on_device(x)](auto) {                                                 \
                 const auto place = [=](Index b, Index i) { return i * count + b; };                                  \
                 solve_bands<Number>({below2, below, d, above, above2}, m, count, true, place,                        \
                                     [=](Index b, Index i) -> Number& { return x[place(b, i)]; });                    \
               });                                                                                                    \
  }                                                                                                                   \
  INCOMPLETE(L, T, csrilu02, csrilu02Info_t, incomplete_lu)                                                           \
  INCOMPLETE(L, T, csric02, csric02Info_t, incomplete_cholesky)
TYPE(S, float)
TYPE(D, double)
TYPE(C, cuComplex)
TYPE(Z, cuDoubleComplex)
