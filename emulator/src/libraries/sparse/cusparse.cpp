// cuSPARSE's functions: they check their arguments and start the work.
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  CHECK(handle);
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return CUSPARSE_STATUS_NOT_INITIALIZED;
  *handle = new cusparseContext;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  CHECK_HANDLE(handle);
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int* version) {
  CHECK_HANDLE(handle);
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  *value = type == MAJOR_VERSION ? CUSPARSE_VER_MAJOR : type == MINOR_VERSION ? CUSPARSE_VER_MINOR : CUSPARSE_VER_PATCH;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  CHECK_HANDLE(handle);
  handle->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  CHECK_HANDLE(handle);
  *stream = handle->stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  CHECK_HANDLE(handle);
  handle->pointers = mode;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  CHECK_HANDLE(handle);
  *mode = handle->pointers;
  return CUSPARSE_STATUS_SUCCESS;
}

namespace {
struct StatusText {
  const char *name, *text;
};
const StatusText status_texts[] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "resource allocation failed"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "mapping error"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel execution failed"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
};
}  // namespace
const char* cusparseGetErrorName(cusparseStatus_t status) {
  return static_cast<std::size_t>(status) < std::size(status_texts) ? status_texts[status].name
                                                                    : "CUSPARSE_STATUS_UNKNOWN";
}
const char* cusparseGetErrorString(cusparseStatus_t status) {
  return static_cast<std::size_t>(status) < std::size(status_texts) ? status_texts[status].text : "unknown error";
}

// ---- descriptions of the older interface
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* matrix) {
  *matrix = new cusparseMatDescr;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t matrix) {
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}
#define MATRIX_SETTING(name, Type, member)                                       \
  cusparseStatus_t cusparseSetMat##name(cusparseMatDescr_t matrix, Type value) { \
    matrix->member = value;                                                      \
    return CUSPARSE_STATUS_SUCCESS;                                              \
  }                                                                              \
  Type cusparseGetMat##name(const cusparseMatDescr* matrix) {                    \
    return matrix->member;                                                       \
  }
MATRIX_SETTING(Type, cusparseMatrixType_t, type)
MATRIX_SETTING(FillMode, cusparseFillMode_t, fill)
MATRIX_SETTING(DiagType, cusparseDiagType_t, diagonal)
MATRIX_SETTING(IndexBase, cusparseIndexBase_t, base)

// ---- descriptions
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t nnz,
                                   void* offsets, void* indices, void* values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  CHECK(matrix && rows >= 0 && columns >= 0 && nnz >= 0);
  if (!is_known(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  *matrix = new cusparseSpMatDescr{CUSPARSE_FORMAT_CSR, rows,       columns, nnz, offsets, indices, values,
                                   offset_type,         index_type, base,    type};
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t nnz,
                                        const void* offsets, const void* indices, const void* values,
                                        cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                        cusparseIndexBase_t base, cudaDataType type) {
  return cusparseCreateCsr(const_cast<cusparseSpMatDescr_t*>(matrix), rows, columns, nnz, const_cast<void*>(offsets),
                           const_cast<void*>(indices), const_cast<void*>(values), offset_type, index_type, base, type);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t nnz,
                                   void* offsets, void* indices, void* values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  const cusparseStatus_t status =
      cusparseCreateCsr(matrix, rows, columns, nnz, offsets, indices, values, offset_type, index_type, base, type);
  if (status == CUSPARSE_STATUS_SUCCESS) (*matrix)->format = CUSPARSE_FORMAT_CSC;
  return status;
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t nnz,
                                   void* row_indices, void* column_indices, void* values,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type) {
  const cusparseStatus_t status = cusparseCreateCsr(matrix, rows, columns, nnz, row_indices, column_indices, values,
                                                    index_type, index_type, base, type);
  if (status == CUSPARSE_STATUS_SUCCESS) (*matrix)->format = CUSPARSE_FORMAT_COO;
  return status;
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* columns, int64_t* nnz) {
  CHECK(matrix);
  *rows = matrix->rows;
  *columns = matrix->columns;
  *nnz = matrix->nnz;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t* format) {
  CHECK(matrix);
  *format = matrix->format;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t* base) {
  CHECK(matrix);
  *base = matrix->base;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void** values) {
  CHECK(matrix);
  *values = matrix->values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void* values) {
  CHECK(matrix);
  matrix->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute, void* data,
                                           size_t size) {
  CHECK(matrix && data && size == sizeof(int));
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) {
    matrix->fill = *static_cast<cusparseFillMode_t*>(data);
  } else {
    matrix->diagonal = *static_cast<cusparseDiagType_t*>(data);
  }
  matrix->is_triangular = true;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute,
                                           void* data, size_t size) {
  CHECK(matrix && data && size == sizeof(int));
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) {
    *static_cast<cusparseFillMode_t*>(data) = matrix->fill;
  } else {
    *static_cast<cusparseDiagType_t*>(data) = matrix->diagonal;
  }
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices, void* values) {
  CHECK(matrix);
  matrix->along = offsets;
  matrix->across = indices;
  matrix->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* indices, void* values) {
  return cusparseCsrSetPointers(matrix, offsets, indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void* row_indices, void* column_indices,
                                        void* values) {
  return cusparseCsrSetPointers(matrix, row_indices, column_indices, values);
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* columns, int64_t* nnz,
                                void** offsets, void** indices, void** values, cusparseIndexType_t* offset_type,
                                cusparseIndexType_t* index_type, cusparseIndexBase_t* base, cudaDataType* type) {
  CHECK(matrix);
  cusparseSpMatGetSize(matrix, rows, columns, nnz);
  *offsets = matrix->along;
  *indices = matrix->across;
  *values = matrix->values;
  *offset_type = matrix->along_type;
  *index_type = matrix->across_type;
  *base = matrix->base;
  *type = matrix->type;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* vector, int64_t size, int64_t nnz, void* indices,
                                     void* values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                     cudaDataType type) {
  CHECK(vector && size >= 0 && nnz >= 0);
  if (!is_known(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  *vector = new cusparseSpVecDescr{size, nnz, indices, values, index_type, base, type};
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) {
  delete vector;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vector, int64_t size, void* values, cudaDataType type) {
  CHECK(vector && size >= 0);
  if (!is_known(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  *vector = new cusparseDnVecDescr{size, values, type};
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* vector, int64_t size, const void* values,
                                          cudaDataType type) {
  return cusparseCreateDnVec(const_cast<cusparseDnVecDescr_t*>(vector), size, const_cast<void*>(values), type);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) {
  delete vector;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t* size, void** values, cudaDataType* type) {
  CHECK(vector);
  *size = vector->size;
  *values = vector->values;
  *type = vector->type;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void** values) {
  CHECK(vector);
  *values = vector->values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void* values) {
  CHECK(vector);
  vector->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t ld,
                                     void* values, cudaDataType type, cusparseOrder_t order) {
  CHECK(matrix && rows >= 0 && columns >= 0 && ld >= (order == CUSPARSE_ORDER_COL ? rows : columns));
  if (!is_known(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  *matrix = new cusparseDnMatDescr{rows, columns, ld, values, type, order};
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* matrix, int64_t rows, int64_t columns, int64_t ld,
                                          const void* values, cudaDataType type, cusparseOrder_t order) {
  return cusparseCreateDnMat(const_cast<cusparseDnMatDescr_t*>(matrix), rows, columns, ld, const_cast<void*>(values),
                             type, order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) {
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void** values) {
  CHECK(matrix);
  *values = matrix->values;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void* values) {
  CHECK(matrix);
  matrix->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

// ---- sparse vectors
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t x,
                               const void* beta, cusparseDnVecDescr_t y) {
  CHECK_HANDLE(handle);
  CHECK(alpha && x && beta && y);
  return run(
      "cusparse Axpby", handle, is_complex(y->type),
      [a = Factor(handle, alpha, y->type), b = Factor(handle, beta, y->type), x = seen(x), y = seen(y)](auto number) {
        using Number = decltype(number);
        for (int64_t i = 0; i < y.size; ++i) {
          store(y.values, y.type, i, b.template get<Number>() * load<Number>(y.values, y.type, i));
        }
        for (int64_t k = 0; k < x.nnz; ++k) {
          const int64_t i = load_index(x.indices, x.index_type, k) - x.base;
          store(y.values, y.type, i,
                load<Number>(y.values, y.type, i) + a.template get<Number>() * load<Number>(x.values, x.type, k));
        }
      });
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) {
  CHECK_HANDLE(handle);
  CHECK(x && y);
  return run("cusparse Gather", handle, is_complex(y->type), [x = seen(x), y = seen(y)](auto number) {
    for (int64_t k = 0; k < x.nnz; ++k) {
      store(x.values, x.type, k,
            load<decltype(number)>(y.values, y.type, load_index(x.indices, x.index_type, k) - x.base));
    }
  });
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) {
  CHECK_HANDLE(handle);
  CHECK(x && y);
  return run("cusparse Scatter", handle, is_complex(y->type), [x = seen(x), y = seen(y)](auto number) {
    for (int64_t k = 0; k < x.nnz; ++k) {
      store(y.values, y.type, load_index(x.indices, x.index_type, k) - x.base,
            load<decltype(number)>(x.values, x.type, k));
    }
  });
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseConstSpVecDescr_t,
                                         cusparseConstDnVecDescr_t, const void*, cudaDataType, size_t* size) {
  CHECK_HANDLE(handle);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void* result, cudaDataType compute, void*) {
  CHECK_HANDLE(handle);
  CHECK(x && y && result);
  const bool on_host = handle->pointers == CUSPARSE_POINTER_MODE_HOST;
  if (!on_host) result = device_pointer(result);
  const cusparseStatus_t status =
      run("cusparse SpVV", handle, is_complex(compute), [=, x = seen(x), y = seen(y)](auto number) {
        decltype(number) sum{};
        for (int64_t k = 0; k < x.nnz; ++k) {
          auto value = load<decltype(number)>(x.values, x.type, k);
          if (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) value = conjugate(value);
          sum += value * load<decltype(number)>(y.values, y.type, load_index(x.indices, x.index_type, k) - x.base);
        }
        store(result, compute, 0, sum);
      });
  if (on_host) cudaStreamSynchronize(handle->stream);
  return status;
}

// ---- conversions
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* rows, int nnz, int m, int* offsets,
                                  cusparseIndexBase_t base) {
  CHECK_HANDLE(handle);
  CHECK(nnz >= 0 && m >= 0);
  return run("cusparse coo2csr", handle, false,
             [=, rows = device_pointer(rows), offsets = device_pointer(offsets)](auto) {
               std::fill_n(offsets, m + 1, 0);
               for (int k = 0; k < nnz; ++k) ++offsets[rows[k] - base + 1];
               offsets[0] = base;
               for (int i = 0; i < m; ++i) offsets[i + 1] += offsets[i];
             });
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* offsets, int nnz, int m, int* rows,
                                  cusparseIndexBase_t base) {
  CHECK_HANDLE(handle);
  CHECK(nnz >= 0 && m >= 0);
  return run("cusparse csr2coo", handle, false,
             [=, rows = device_pointer(rows), offsets = device_pointer(offsets)](auto) {
               for (int i = 0; i < m; ++i) {
                 for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) rows[k] = i + base;
               }
             });
}
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int, int, int, const void*, const int*,
                                               const int*, void*, int*, int*, cudaDataType, cusparseAction_t,
                                               cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t* size) {
  CHECK_HANDLE(handle);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void* values,
                                    const int* offsets, const int* indices, void* csc_values, int* csc_offsets,
                                    int* csc_indices, cudaDataType type, cusparseAction_t action,
                                    cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void*) {
  CHECK_HANDLE(handle);
  CHECK(m >= 0 && n >= 0 && nnz >= 0);
  if (!is_known(type)) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return run("cusparse csr2csc", handle, is_complex(type),
             [=, values = device_pointer(values), offsets = device_pointer(offsets), indices = device_pointer(indices),
              csc_values = device_pointer(csc_values), csc_offsets = device_pointer(csc_offsets),
              csc_indices = device_pointer(csc_indices)](auto number) {
               std::vector<int> next(static_cast<std::size_t>(n) + 1);
               for (int k = 0; k < nnz; ++k) ++next[static_cast<std::size_t>(indices[k] - base + 1)];
               for (std::size_t j = 1; j < next.size(); ++j) next[j] += next[j - 1];
               for (std::size_t j = 0; j < next.size(); ++j) csc_offsets[j] = next[j] + base;
               for (int i = 0; i < m; ++i) {
                 for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k) {
                   const int to = next[static_cast<std::size_t>(indices[k] - base)]++;
                   csc_indices[to] = i + base;
                   if (action == CUSPARSE_ACTION_NUMERIC) {
                     store(csc_values, type, to, load<decltype(number)>(values, type, k));
                   }
                 }
               }
             });
}
cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, size_t* size) {
  CHECK_HANDLE(handle);
  CHECK(a && b && size && a->rows == b->rows && a->columns == b->columns);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
                                       cusparseSparseToDenseAlg_t, void*) {
  CHECK_HANDLE(handle);
  CHECK(a && b && a->rows == b->rows && a->columns == b->columns);
  return run("cusparse SparseToDense", handle, is_complex(a->type), [a = seen(a), b = seen(b)](auto number) {
    using Number = decltype(number);
    for (int64_t i = 0; i < b.rows; ++i) {
      for (int64_t j = 0; j < b.columns; ++j) store(b.values, b.type, b.at(i, j), Number{});
    }
    each_entry<Number>(a, CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int64_t i, int64_t j, Number value, int64_t) {
      store(b.values, b.type, b.at(i, j), value);
    });
  });
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t,
                                                  cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t, size_t* size) {
  CHECK_HANDLE(handle);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}

namespace {
// Calls f(line, other, value) for each element that is not zero, in the order in which the format keeps them.
template <class Number, class F>
void each_nonzero(const cusparseDnMatDescr& a, bool by_columns, F f) {
  for (int64_t line = 0; line < (by_columns ? a.columns : a.rows); ++line) {
    for (int64_t other = 0; other < (by_columns ? a.rows : a.columns); ++other) {
      const Number value = load<Number>(a.values, a.type, by_columns ? a.at(other, line) : a.at(line, other));
      if (value != Number{}) f(line, other, value);
    }
  }
}
}  // namespace
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void*) {
  CHECK_HANDLE(handle);
  CHECK(a && b && a->rows == b->rows && a->columns == b->columns);
  const bool by_columns = b->format == CUSPARSE_FORMAT_CSC;
  int64_t count = 0;
  const cusparseStatus_t status = run("cusparse DenseToSparse", handle, is_complex(a->type),
                                      [=, a = seen(a), b = seen(b), to = &count](auto number) {
                                        const int64_t lines = by_columns ? b.columns : b.rows;
                                        std::vector<int64_t> ends(static_cast<std::size_t>(lines) + 1);
                                        each_nonzero<decltype(number)>(a, by_columns, [&](int64_t line, int64_t, auto) {
                                          ++ends[static_cast<std::size_t>(line) + 1];
                                          ++*to;
                                        });
                                        if (b.format == CUSPARSE_FORMAT_COO) return;
                                        int64_t sum = 0;
                                        for (int64_t line = 0; line <= lines; ++line) {
                                          sum += ends[static_cast<std::size_t>(line)];
                                          store_index(b.along, b.along_type, line, sum + b.base);
                                        }
                                      });
  cudaStreamSynchronize(handle->stream);  // the program asks for the number next
  b->nnz = count;
  return status;
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void*) {
  CHECK_HANDLE(handle);
  CHECK(a && b);
  const bool by_columns = b->format == CUSPARSE_FORMAT_CSC;
  return run("cusparse DenseToSparse", handle, is_complex(a->type), [=, a = seen(a), b = seen(b)](auto number) {
    int64_t k = 0;
    each_nonzero<decltype(number)>(a, by_columns, [&](int64_t line, int64_t other, auto value) {
      if (b.format == CUSPARSE_FORMAT_COO) store_index(b.along, b.along_type, k, line + b.base);
      store_index(b.across, b.across_type, k, other + b.base);
      store(b.values, b.type, k++, value);
    });
  });
}

// ---- products and solutions
cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, size_t* size) {
  CHECK_HANDLE(handle);
  CHECK(a && size);
  REFUSE_TRIANGLE(a);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void*) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && x && beta && y);
  REFUSE_TRIANGLE(a);
  const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(x->size == (turned ? a->rows : a->columns) && y->size == (turned ? a->columns : a->rows));
  return run("cusparse SpMV", handle, is_complex(compute),
             [=, a = seen(a), x = seen(x), y = seen(y), alpha = Factor(handle, alpha, compute),
              beta = Factor(handle, beta, compute)](auto number) {
               using Number = decltype(number);
               std::vector<Number> sums(static_cast<std::size_t>(y.size));
               each_entry<Number>(a, op, [&](int64_t i, int64_t j, Number value, int64_t) {
                 sums[static_cast<std::size_t>(i)] += value * load<Number>(x.values, x.type, j);
               });
               const Number times = alpha.template get<Number>(), old = beta.template get<Number>();
               for (int64_t i = 0; i < y.size; ++i) {
                 Number sum = times * sums[static_cast<std::size_t>(i)];
                 if (old != Number{}) sum += old * load<Number>(y.values, y.type, i);
                 store(y.values, y.type, i, sum);
               }
             });
}
cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t, const void*,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t* size) {
  CHECK_HANDLE(handle);
  CHECK(a && size);
  REFUSE_TRIANGLE(a);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                              const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void* beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t,
                              void*) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && b && beta && c);
  REFUSE_TRIANGLE(a);
  const bool turned = opa != CUSPARSE_OPERATION_NON_TRANSPOSE, b_turned = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(c->rows == (turned ? a->columns : a->rows) && c->columns == (b_turned ? b->rows : b->columns));
  CHECK((b_turned ? b->columns : b->rows) == (turned ? a->rows : a->columns));
  return run("cusparse SpMM", handle, is_complex(compute),
             [=, a = seen(a), b = seen(b), c = seen(c), alpha = Factor(handle, alpha, compute),
              beta = Factor(handle, beta, compute)](auto number) {
               using Number = decltype(number);
               std::vector<Number> sums(static_cast<std::size_t>(c.rows * c.columns));
               each_entry<Number>(a, opa, [&](int64_t i, int64_t k, Number value, int64_t) {
                 for (int64_t j = 0; j < c.columns; ++j) {
                   Number other = load<Number>(b.values, b.type, b_turned ? b.at(j, k) : b.at(k, j));
                   if (opb == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) other = conjugate(other);
                   sums[static_cast<std::size_t>(i * c.columns + j)] += value * other;
                 }
               });
               const Number times = alpha.template get<Number>(), old = beta.template get<Number>();
               for (int64_t i = 0; i < c.rows; ++i) {
                 for (int64_t j = 0; j < c.columns; ++j) {
                   Number sum = times * sums[static_cast<std::size_t>(i * c.columns + j)];
                   if (old != Number{}) sum += old * load<Number>(c.values, c.type, c.at(i, j));
                   store(c.values, c.type, c.at(i, j), sum);
                 }
               }
             });
}

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* description) {
  *description = new cusparseSpSVDescr;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t description) {
  delete description;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                         cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, size_t* size) {
  CHECK_HANDLE(handle);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                       cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
// op(A) y = alpha x, of A's triangle only.
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && x && y && a->rows == a->columns && x->size == a->rows && y->size == a->rows);
  return run("cusparse SpSV", handle, is_complex(compute),
             [=, a = seen(a), x = seen(x), y = seen(y), alpha = Factor(handle, alpha, compute)](auto number) {
               using Number = decltype(number);
               const std::size_t n = static_cast<std::size_t>(a.rows);
               const bool lower = (a.fill == CUSPARSE_FILL_MODE_LOWER) == (op == CUSPARSE_OPERATION_NON_TRANSPOSE);
               std::vector<std::vector<std::pair<int64_t, Number>>> rows(n);
               std::vector<Number> diagonal(n, Number(a.diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1 : 0)), solution(n);
               each_entry<Number>(a, op, [&](int64_t i, int64_t j, Number value, int64_t) {
                 if (i == j && a.diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT) diagonal[static_cast<std::size_t>(i)] = value;
                 if (lower ? j < i : j > i) rows[static_cast<std::size_t>(i)].emplace_back(j, value);
               });
               for (std::size_t step = 0; step < n; ++step) {
                 const std::size_t i = lower ? step : n - 1 - step;
                 Number sum = alpha.template get<Number>() * load<Number>(x.values, x.type, static_cast<int64_t>(i));
                 for (const auto& [j, value] : rows[i]) sum -= value * solution[static_cast<std::size_t>(j)];
                 solution[i] = sum / diagonal[i];
                 store(y.values, y.type, static_cast<int64_t>(i), solution[i]);
               }
             });
}

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* description) {
  *description = new cusparseSpGEMMDescr;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t description) {
  delete description;
  return CUSPARSE_STATUS_SUCCESS;
}
// Each step says first how much memory it wants.
cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                               const void*, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                               const void*, cusparseSpMatDescr_t, cudaDataType, cusparseSpGEMMAlg_t,
                                               cusparseSpGEMMDescr_t, size_t* size, void* buffer) {
  CHECK_HANDLE(handle);
  CHECK(a && b && size);
  REFUSE_TRIANGLE(a);
  REFUSE_TRIANGLE(b);
  if (!buffer) *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                        const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void*, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t,
                                        cusparseSpGEMMDescr_t description, size_t* size, void* buffer) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && b && c && description && a->columns == b->rows);
  if (opa != CUSPARSE_OPERATION_NON_TRANSPOSE || opb != CUSPARSE_OPERATION_NON_TRANSPOSE) {
    return CUSPARSE_STATUS_NOT_SUPPORTED;  // as cuSPARSE
  }
  if (!buffer) {
    *size = some_bytes;
    return CUSPARSE_STATUS_SUCCESS;
  }
  const cusparseStatus_t status = run(
      "cusparse SpGEMM", handle, true,
      [=, a = seen(a), b = seen(b), alpha = Factor(handle, alpha, compute)](auto number) {
        if constexpr (std::is_same_v<decltype(number), Complex>) {
          std::vector<std::vector<std::pair<int64_t, Complex>>> b_rows(static_cast<std::size_t>(b.rows));
          each_entry<Complex>(b, CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int64_t i, int64_t j, Complex value, int64_t) {
            b_rows[static_cast<std::size_t>(i)].emplace_back(j, value);
          });
          description->rows.assign(static_cast<std::size_t>(a.rows), {});
          each_entry<Complex>(a, CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int64_t i, int64_t k, Complex value, int64_t) {
            for (const auto& [j, other] : b_rows[static_cast<std::size_t>(k)]) {
              description->rows[static_cast<std::size_t>(i)][j] += alpha.template get<Complex>() * value * other;
            }
          });
        }
      });
  cudaStreamSynchronize(handle->stream);  // the program asks for the size next
  c->nnz = 0;
  for (const auto& row : description->rows) c->nnz += static_cast<int64_t>(row.size());
  return status;
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                     cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void*,
                                     cusparseSpMatDescr_t c, cudaDataType, cusparseSpGEMMAlg_t,
                                     cusparseSpGEMMDescr_t description) {
  CHECK_HANDLE(handle);
  CHECK(c && description);
  return run("cusparse SpGEMM", handle, false, [c = seen(c), rows = description->rows](auto) {
    int64_t k = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      store_index(c.along, c.along_type, static_cast<int64_t>(i), k + c.base);
      for (const auto& [j, value] : rows[i]) {
        store_index(c.across, c.across_type, k, j + c.base);
        store(c.values, c.type, k++, value);
      }
    }
    store_index(c.along, c.along_type, static_cast<int64_t>(rows.size()), k + c.base);
  });
}
