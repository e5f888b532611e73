// The same product by cublasLt, with its faster way of adding, which is that of the first rung.
#include <cstdint>
#include <memory>

#include "ch25_hopper/matmul_fp8/matmul_fp8.h"
#include "common/cublas.h"
#include "common/cublaslt.h"
#include "common/owners.h"

namespace matmul_fp8 {
namespace {

// To cublasLt, which stores matrices by columns, c' = b' a': its first factor is our b, transposed as it lies.
struct Plan {
  LtProductDescription product;
  LtLayout a, b, c;
  cublasLtMatmulHeuristicResult_t best = {};

  Plan(cublasLtHandle_t handle, Shape shape, std::size_t workspace_bytes)
      : a(make_lt_layout(CUDA_R_8F_E4M3, shape.inner, shape.cols)),
        b(make_lt_layout(CUDA_R_8F_E4M3, shape.inner, shape.rows)),
        c(make_lt_layout(CUDA_R_16BF, shape.cols, shape.rows)) {
    check(cublasLtMatmulDescCreate(product.to_fill(), CUBLAS_COMPUTE_32F, CUDA_R_32F));
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const std::int8_t fast = 1;
    check(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof transposed));
    check(cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &fast, sizeof fast));
    LtPreference preference;
    check(cublasLtMatmulPreferenceCreate(preference.to_fill()));
    check(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_bytes,
                                               sizeof workspace_bytes));
    int found = 0;
    check(cublasLtMatmulAlgoGetHeuristic(handle, product, a, b, c, c, preference, 1, &best, &found));
    if (found == 0) check(CUBLAS_STATUS_NOT_SUPPORTED);
  }
};

void multiply_cublaslt(const e4m3* a, const e4m3* b, bf16* c, Shape shape, cudaStream_t stream) {
  static const LtHandle handle = make_lt_handle();
  static DeviceBuffer<char> workspace(std::size_t{64} << 20);
  static Shape planned_for = {0, 0, 0};
  static std::unique_ptr<Plan> plan;
  if (planned_for.rows != shape.rows || planned_for.inner != shape.inner || planned_for.cols != shape.cols) {
    plan = std::make_unique<Plan>(handle, shape, workspace.size());
    planned_for = shape;
  }
  const float one = 1, zero = 0;
  check(cublasLtMatmul(handle, plan->product, &one, b, plan->a, a, plan->b, &zero, c, plan->c, c, plan->c,
                       &plan->best.algo, workspace.data(), workspace.size(), stream));
}

const bool registered = [] {
  peers().push_back({"cublasLt (e4m3, fast)", multiply_cublaslt, one_product, {90}});
  return true;
}();

}  // namespace
}  // namespace matmul_fp8
