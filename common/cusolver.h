// cuSOLVER's dense interface: check(status) for its calls, a check of devInfo, and an owner of a handle.
#pragma once

#include <cusolverDn.h>

#include <source_location>
#include <string>

#include "common/check.h"
#include "common/library_error.h"

// cuSOLVER has no function that names a status, so the names are here.
inline std::string name_of(cusolverStatus_t status) {
  switch (status) {
    case CUSOLVER_STATUS_SUCCESS:
      return "CUSOLVER_STATUS_SUCCESS";
    case CUSOLVER_STATUS_NOT_INITIALIZED:
      return "CUSOLVER_STATUS_NOT_INITIALIZED";
    case CUSOLVER_STATUS_ALLOC_FAILED:
      return "CUSOLVER_STATUS_ALLOC_FAILED";
    case CUSOLVER_STATUS_INVALID_VALUE:
      return "CUSOLVER_STATUS_INVALID_VALUE";
    case CUSOLVER_STATUS_ARCH_MISMATCH:
      return "CUSOLVER_STATUS_ARCH_MISMATCH";
    case CUSOLVER_STATUS_MAPPING_ERROR:
      return "CUSOLVER_STATUS_MAPPING_ERROR";
    case CUSOLVER_STATUS_EXECUTION_FAILED:
      return "CUSOLVER_STATUS_EXECUTION_FAILED";
    case CUSOLVER_STATUS_INTERNAL_ERROR:
      return "CUSOLVER_STATUS_INTERNAL_ERROR";
    case CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
      return "CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED";
    case CUSOLVER_STATUS_NOT_SUPPORTED:
      return "CUSOLVER_STATUS_NOT_SUPPORTED";
    case CUSOLVER_STATUS_ZERO_PIVOT:
      return "CUSOLVER_STATUS_ZERO_PIVOT";
    case CUSOLVER_STATUS_INVALID_LICENSE:
      return "CUSOLVER_STATUS_INVALID_LICENSE";
    case CUSOLVER_STATUS_INVALID_WORKSPACE:
      return "CUSOLVER_STATUS_INVALID_WORKSPACE";
    default:
      return "cuSOLVER's status " + std::to_string(static_cast<int>(status));
  }
}

inline void check(cusolverStatus_t status, std::source_location where = std::source_location::current()) {
  if (status == CUSOLVER_STATUS_SUCCESS) return;
  throw LibraryError(status, name_of(status), "", where);
}

// A status says whether the work was started. The device writes its result to devInfo. 0: it succeeded. Negative: the
// argument with that number is wrong. Positive: what is_positive describes, for the step with that number.
inline void check_info(int info, const std::string& routine, const std::string& is_positive,
                       std::source_location where = std::source_location::current()) {
  if (info == 0) return;
  const std::string number = std::to_string(info < 0 ? -info : info);
  throw LibraryError(info, routine + ": devInfo " + std::to_string(info),
                     info < 0 ? "argument " + number + " is wrong" : is_positive + " (step " + number + ")", where);
}

// Owns a handle. The first one takes some hundred milliseconds and device memory, so a program keeps one.
class CusolverHandle {
 public:
  CusolverHandle() { check(cusolverDnCreate(&handle_)); }
  ~CusolverHandle() { cusolverDnDestroy(handle_); }
  CusolverHandle(const CusolverHandle&) = delete;
  CusolverHandle& operator=(const CusolverHandle&) = delete;
  operator cusolverDnHandle_t() const { return handle_; }

  void use(cudaStream_t stream) const { check(cusolverDnSetStream(handle_, stream)); }

 private:
  cusolverDnHandle_t handle_ = nullptr;
};

// The parameters of Jacobi's methods: when to stop, and whether the eigenvalues are sorted. Except for the number of
// sweeps they are the library's defaults: as exact as the type allows, and sorted.
class JacobiParams {
 public:
  explicit JacobiParams(int most_sweeps) {
    check(cusolverDnCreateSyevjInfo(&params_));
    check(cusolverDnXsyevjSetMaxSweeps(params_, most_sweeps));
  }
  ~JacobiParams() { cusolverDnDestroySyevjInfo(params_); }
  JacobiParams(const JacobiParams&) = delete;
  JacobiParams& operator=(const JacobiParams&) = delete;
  operator syevjInfo_t() const { return params_; }

 private:
  syevjInfo_t params_ = nullptr;
};
