// cuSPARSE's generic interface, as far as courses use it: a matrix is a list of entries, whatever its format, and all
// sums are computed in double precision.
#pragma once
#include <cusparse.h>

#include <algorithm>
#include <complex>
#include <map>
#include <vector>

#include "libraries/library.hpp"

using Complex = std::complex<double>;

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointers = CUSPARSE_POINTER_MODE_HOST;
};
struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};
// Entries are stored by rows, or by columns (CSC); `along` holds the beginning of each line, or each entry's row (COO).
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  int64_t rows, columns, nnz;
  void *along, *across, *values;
  cusparseIndexType_t along_type, across_type;
  cusparseIndexBase_t base;
  cudaDataType type;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  bool is_triangular = false;  // a fill mode or a kind of diagonal was set
};
struct cusparseSpVecDescr {
  int64_t size, nnz;
  void *indices, *values;
  cusparseIndexType_t index_type;
  cusparseIndexBase_t base;
  cudaDataType type;
};
struct cusparseDnVecDescr {
  int64_t size;
  void* values;
  cudaDataType type;
};
struct cusparseDnMatDescr {
  int64_t rows, columns, ld;
  void* values;
  cudaDataType type;
  cusparseOrder_t order;
  int64_t at(int64_t i, int64_t j) const { return order == CUSPARSE_ORDER_COL ? i + j * ld : i * ld + j; }
};
struct cusparseSpSVDescr {};
struct cusparseSpGEMMDescr {
  std::vector<std::map<int64_t, Complex>> rows;
};

namespace cuda_emulator::sparse {

inline bool is_complex(cudaDataType type) {
  return type == CUDA_C_32F || type == CUDA_C_64F;
}
inline bool is_known(cudaDataType type) {
  return is_complex(type) || type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_R_16F || type == CUDA_R_16BF;
}
inline double real_part(double x) {
  return x;
}
inline double real_part(Complex x) {
  return x.real();
}

// Elements of a type that is known at run time, as double or Complex.
template <class Number>
Number load(const void* values, cudaDataType type, int64_t i) {
  switch (type) {
    case CUDA_R_32F:
      return Number(static_cast<const float*>(values)[i]);
    case CUDA_R_64F:
      return Number(static_cast<const double*>(values)[i]);
    case CUDA_R_16F:
      return Number(__half2float(static_cast<const __half*>(values)[i]));
    case CUDA_R_16BF:
      return Number(__bfloat162float(static_cast<const __nv_bfloat16*>(values)[i]));
    default:
      break;
  }
  if constexpr (std::is_same_v<Number, Complex>) {
    if (type == CUDA_C_32F) return Complex(static_cast<const std::complex<float>*>(values)[i]);
    return static_cast<const Complex*>(values)[i];
  }
  return Number{};
}
template <class Number>
void store(void* values, cudaDataType type, int64_t i, Number x) {
  switch (type) {
    case CUDA_R_32F:
      static_cast<float*>(values)[i] = static_cast<float>(real_part(x));
      return;
    case CUDA_R_64F:
      static_cast<double*>(values)[i] = real_part(x);
      return;
    case CUDA_R_16F:
      static_cast<__half*>(values)[i] = __double2half(real_part(x));
      return;
    case CUDA_R_16BF:
      static_cast<__nv_bfloat16*>(values)[i] = __double2bfloat16(real_part(x));
      return;
    case CUDA_C_32F:
      static_cast<std::complex<float>*>(values)[i] = std::complex<float>(Complex(x));
      return;
    default:
      static_cast<Complex*>(values)[i] = Complex(x);
  }
}
inline double conjugate(double x) {
  return x;
}
inline Complex conjugate(Complex x) {
  return std::conj(x);
}
inline int64_t load_index(const void* indices, cusparseIndexType_t type, int64_t i) {
  if (type == CUSPARSE_INDEX_64I) return static_cast<const int64_t*>(indices)[i];
  if (type == CUSPARSE_INDEX_32I) return static_cast<const int*>(indices)[i];
  return static_cast<const unsigned short*>(indices)[i];
}
inline void store_index(void* indices, cusparseIndexType_t type, int64_t i, int64_t x) {
  if (type == CUSPARSE_INDEX_64I) {
    static_cast<int64_t*>(indices)[i] = x;
  } else if (type == CUSPARSE_INDEX_32I) {
    static_cast<int*>(indices)[i] = static_cast<int>(x);
  } else {
    static_cast<unsigned short*>(indices)[i] = static_cast<unsigned short>(x);
  }
}

// Calls f(row, column, value, place) for each entry, of the transposed matrix if op says so.
template <class Number, class F>
void each_entry(const cusparseSpMatDescr& a, cusparseOperation_t op, F f) {
  const bool turned = (a.format == CUSPARSE_FORMAT_CSC) != (op != CUSPARSE_OPERATION_NON_TRANSPOSE);
  const auto is_below = [](int64_t index, int64_t count) { return index >= 0 && index < count; };
  const auto give = [&](int64_t line, int64_t k) {
    const int64_t other = is_below(k, a.nnz) ? load_index(a.across, a.across_type, k) - a.base : -1;
    const bool by_columns = a.format == CUSPARSE_FORMAT_CSC;
    if (!is_below(other, by_columns ? a.rows : a.columns) || !is_below(line, by_columns ? a.columns : a.rows)) {
      abandon_kernel(cudaErrorIllegalAddress,
                     "takes an entry that the matrix does not have: do its indices count from 1, and its base from 0?",
                     a.across);
    }
    Number value = load<Number>(a.values, a.type, k);
    if (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) value = conjugate(value);
    f(turned ? other : line, turned ? line : other, value, k);
  };
  if (a.format == CUSPARSE_FORMAT_COO) {
    for (int64_t k = 0; k < a.nnz; ++k) give(load_index(a.along, a.along_type, k) - a.base, k);
    return;
  }
  const int64_t lines = a.format == CUSPARSE_FORMAT_CSC ? a.columns : a.rows;
  for (int64_t line = 0; line < lines; ++line) {
    const int64_t end = load_index(a.along, a.along_type, line + 1) - a.base;
    for (int64_t k = load_index(a.along, a.along_type, line) - a.base; k < end; ++k) give(line, k);
  }
}

// A factor in host memory, which is read now, or in device memory, which is read when the work runs.
class Factor {
 public:
  Factor(cusparseHandle_t handle, const void* pointer, cudaDataType type) : type_(type) {
    if (handle->pointers == CUSPARSE_POINTER_MODE_HOST) {
      value_ = load<Complex>(pointer, type, 0);
    } else {
      pointer_ = device_pointer(pointer);
      announce_touch(pointer, 4, false);  // at least
    }
  }
  template <class Number>
  Number get() const {
    if (pointer_) return load<Number>(pointer_, type_, 0);
    if constexpr (std::is_same_v<Number, Complex>) {
      return value_;
    } else {
      return value_.real();
    }
  }

 private:
  Complex value_;
  const void* pointer_ = nullptr;
  cudaDataType type_;
};

inline std::size_t bytes_of(cudaDataType type, int64_t count) {
  return static_cast<std::size_t>(count) * (type == CUDA_C_64F                         ? 16
                                            : type == CUDA_R_64F || type == CUDA_C_32F ? 8
                                            : type == CUDA_R_32F                       ? 4
                                                                                       : 2);
}
inline std::size_t bytes_of(cusparseIndexType_t type, int64_t count) {
  return static_cast<std::size_t>(count) * (type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_32I ? 4 : 2);
}

// A copy of the description for a kernel, because the program may change its own before the work runs. What it
// describes is announced to the microscope as written, or as read if the description is const.
inline void announce(const cusparseSpMatDescr& a, bool writes) {
  const int64_t lines = a.format == CUSPARSE_FORMAT_CSC ? a.columns : a.rows;
  announce_touch(a.along, bytes_of(a.along_type, a.format == CUSPARSE_FORMAT_COO ? a.nnz : lines + 1), writes);
  announce_touch(a.across, bytes_of(a.across_type, a.nnz), writes);
  announce_touch(a.values, bytes_of(a.type, a.nnz), writes);
}
inline void announce(const cusparseSpVecDescr& x, bool writes) {
  announce_touch(x.indices, bytes_of(x.index_type, x.nnz), false);
  announce_touch(x.values, bytes_of(x.type, x.nnz), writes);
}
inline void announce(const cusparseDnVecDescr& x, bool writes) {
  announce_touch(x.values, bytes_of(x.type, x.size), writes);
}
inline void announce(const cusparseDnMatDescr& x, bool writes) {
  const bool by_columns = x.order == CUSPARSE_ORDER_COL;
  for (int64_t line = 0; hooks.work_touches && line < (by_columns ? x.columns : x.rows); ++line) {
    const char* const start = static_cast<const char*>(x.values) + bytes_of(x.type, line * x.ld);
    announce_touch(start, bytes_of(x.type, by_columns ? x.rows : x.columns), writes);
  }
}
template <class Description>
std::remove_const_t<Description> seen(Description* given) {
  announce(*given, !std::is_const_v<Description>);
  std::remove_const_t<Description> copy = *given;
  copy.values = device_pointer(copy.values);
  if constexpr (requires { copy.along; }) {
    copy.along = device_pointer(copy.along);
    copy.across = device_pointer(copy.across);
  }
  if constexpr (requires { copy.indices; }) copy.indices = device_pointer(copy.indices);
  return copy;
}

// work(a number of the compute type), as a kernel of one thread.
template <class Work>
cusparseStatus_t run(const char* name, cusparseHandle_t handle, bool complex, Work work) {
  const bool ran = run_library(name, 1, handle->stream, [=](std::size_t) {
    Work once = work;
    if (complex) {
      once(Complex());
    } else {
      once(double());
    }
  });
  return ran ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

inline constexpr std::size_t some_bytes = 16;  // programs allocate it, and some take null for a failure

#define CHECK_HANDLE(handle) \
  if (!handle) return CUSPARSE_STATUS_NOT_INITIALIZED
#define CHECK(condition) \
  if (!(condition)) return CUSPARSE_STATUS_INVALID_VALUE
// As on a GPU: a matrix with a fill mode or a kind of diagonal can only be used to solve triangular systems.
#define REFUSE_TRIANGLE(matrix) \
  if ((matrix)->is_triangular) return CUSPARSE_STATUS_NOT_SUPPORTED

// The answer of every function that returns the size of its work memory.
inline cusparseStatus_t any_size(cusparseHandle_t handle, std::size_t* size) {
  CHECK_HANDLE(handle);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}

}  // namespace cuda_emulator::sparse
