// cuSPARSE: descriptions of matrices and vectors, of the older interface and of the generic one.
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

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
