// cuSPARSE: conversions between formats of matrices.
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

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
  return any_size(handle, size);
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
  return any_size(handle, size);
}

namespace {
// Calls f(line, other, value) for each element that is not zero, in the order of the format.
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
  cudaStreamSynchronize(handle->stream);  // the program reads the number next
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
