// cuBLAS: check(status) for its calls, and an owner of a handle.
#pragma once

#include <cublas_v2.h>

#include <source_location>

#include "common/library_error.h"

inline void check(cublasStatus_t status, std::source_location where = std::source_location::current()) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  throw LibraryError(status, cublasGetStatusName(status), cublasGetStatusString(status), where);
}

// Owns a handle. The first one takes some hundred milliseconds and device memory, so a program keeps one: static const
// CublasHandle handle;
class CublasHandle {
 public:
  explicit CublasHandle(cublasMath_t mode = CUBLAS_DEFAULT_MATH) {
    check(cublasCreate(&handle_));
    check(cublasSetMathMode(handle_, mode));
  }
  ~CublasHandle() { cublasDestroy(handle_); }
  CublasHandle(const CublasHandle&) = delete;
  CublasHandle& operator=(const CublasHandle&) = delete;
  operator cublasHandle_t() const { return handle_; }

 private:
  cublasHandle_t handle_ = nullptr;
};
