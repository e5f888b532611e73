// cuBLASLt: owners of its handles and descriptors, and a product that is planned in advance.
#pragma once

#include <cublasLt.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "common/cublas.h"

// Destroys the object that it holds, and converts to it for the library's calls. It can be moved, not copied.
template <typename Held, cublasStatus_t (*destroy)(Held)>
class LtOwner {
 public:
  LtOwner() = default;
  LtOwner(LtOwner&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
  LtOwner& operator=(LtOwner other) noexcept {
    std::swap(held_, other.held_);
    return *this;
  }
  ~LtOwner() {
    if (held_) destroy(held_);  // a destructor must not throw; an earlier error has been reported already
  }
  operator Held() const { return held_; }
  Held* to_fill() { return &held_; }  // for a call that creates it

 private:
  Held held_ = nullptr;
};

using LtHandle = LtOwner<cublasLtHandle_t, cublasLtDestroy>;
using LtProductDescription = LtOwner<cublasLtMatmulDesc_t, cublasLtMatmulDescDestroy>;
using LtLayout = LtOwner<cublasLtMatrixLayout_t, cublasLtMatrixLayoutDestroy>;
using LtPreference = LtOwner<cublasLtMatmulPreference_t, cublasLtMatmulPreferenceDestroy>;

inline LtHandle make_lt_handle() {
  LtHandle handle;
  check(cublasLtCreate(handle.to_fill()));
  return handle;
}

// A matrix stored by columns.
inline LtLayout make_lt_layout(cudaDataType type, std::size_t rows, std::size_t cols) {
  LtLayout layout;
  check(cublasLtMatrixLayoutCreate(layout.to_fill(), type, rows, cols, static_cast<std::int64_t>(rows)));
  return layout;
}

// d = epilogue(a b), all of one type and stored by columns: d has rows x cols elements, a rows x inner. It adds in
// float. The library chooses an algorithm that needs no more workspace than it is given, so the plan is made before the
// timing. Throws LibraryError, also if there is no such algorithm.
class LtProduct {
 public:
  // bias: rows elements in device memory, one for each row of d, if the epilogue adds one. Kept, not owned.
  LtProduct(cublasLtHandle_t handle, cudaDataType type, std::size_t rows, std::size_t inner, std::size_t cols,
            cublasLtEpilogue_t epilogue, const void* bias, std::size_t workspace_bytes)
      : a_(make_lt_layout(type, rows, inner)),
        b_(make_lt_layout(type, inner, cols)),
        d_(make_lt_layout(type, rows, cols)) {
    check(cublasLtMatmulDescCreate(product_.to_fill(), CUBLAS_COMPUTE_32F, CUDA_R_32F));
    set(CUBLASLT_MATMUL_DESC_EPILOGUE, epilogue);
    if (bias) set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, bias);

    LtPreference preference;
    check(cublasLtMatmulPreferenceCreate(preference.to_fill()));
    check(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_bytes,
                                               sizeof workspace_bytes));
    cublasLtMatmulHeuristicResult_t best = {};
    int found = 0;
    check(cublasLtMatmulAlgoGetHeuristic(handle, product_, a_, b_, d_, d_, preference, 1, &best, &found));
    if (found == 0) check(CUBLAS_STATUS_NOT_SUPPORTED);
    algorithm_ = best.algo;
  }

  void run(cublasLtHandle_t handle, const void* a, const void* b, void* d, void* workspace, std::size_t workspace_bytes,
           cudaStream_t stream) const {
    const float one = 1, zero = 0;
    check(cublasLtMatmul(handle, product_, &one, a, a_, b, b_, &zero, d, d_, d, d_, &algorithm_, workspace,
                         workspace_bytes, stream));
  }

 private:
  template <typename Value>
  void set(cublasLtMatmulDescAttributes_t attribute, const Value& value) {
    check(cublasLtMatmulDescSetAttribute(product_, attribute, &value, sizeof value));
  }

  LtProductDescription product_;
  LtLayout a_, b_, d_;
  cublasLtMatmulAlgo_t algorithm_ = {};
};
