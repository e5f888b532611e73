// cuSPARSE's generic interface: check(status) for its calls, and owners of a handle, a matrix and a vector.
#pragma once

#include <cusparse.h>

#include <cstdint>
#include <source_location>

#include "common/library_error.h"

inline void check(cusparseStatus_t status, std::source_location where = std::source_location::current()) {
  if (status == CUSPARSE_STATUS_SUCCESS) return;
  throw LibraryError(status, cusparseGetErrorName(status), cusparseGetErrorString(status), where);
}

class CusparseHandle {
 public:
  CusparseHandle() { check(cusparseCreate(&handle_)); }
  ~CusparseHandle() { cusparseDestroy(handle_); }
  CusparseHandle(const CusparseHandle&) = delete;
  CusparseHandle& operator=(const CusparseHandle&) = delete;
  operator cusparseHandle_t() const { return handle_; }

  void use(cudaStream_t stream) const { check(cusparseSetStream(handle_, stream)); }

 private:
  cusparseHandle_t handle_ = nullptr;
};

// A matrix by compressed rows: the entries of row i are offsets[i] to offsets[i + 1] - 1 of columns and values. It
// describes the arrays and does not own them.
class CsrMatrix {
 public:
  CsrMatrix(std::int64_t rows, std::int64_t cols, std::int64_t entries, int* offsets, int* columns, double* values) {
    check(cusparseCreateCsr(&matrix_, rows, cols, entries, offsets, columns, values, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  }
  ~CsrMatrix() { cusparseDestroySpMat(matrix_); }
  CsrMatrix(const CsrMatrix&) = delete;
  CsrMatrix& operator=(const CsrMatrix&) = delete;
  operator cusparseSpMatDescr_t() const { return matrix_; }

 private:
  cusparseSpMatDescr_t matrix_ = nullptr;
};

// Describes an array and does not own it.
class DenseVector {
 public:
  DenseVector(std::int64_t size, double* values) { check(cusparseCreateDnVec(&vector_, size, values, CUDA_R_64F)); }
  ~DenseVector() { cusparseDestroyDnVec(vector_); }
  DenseVector(const DenseVector&) = delete;
  DenseVector& operator=(const DenseVector&) = delete;
  operator cusparseDnVecDescr_t() const { return vector_; }

 private:
  cusparseDnVecDescr_t vector_ = nullptr;
};
