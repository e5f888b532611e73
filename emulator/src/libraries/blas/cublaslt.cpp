// cuBLASLt's product of matrices: cuBLAS's into single precision, then the epilogue, which rounds once. Sums in double
// precision and of integers go to cuBLAS as they are.
#include <cublasLt.h>

#include <cmath>
#include <cstring>

#include "libraries/blas/cublas_types.hpp"

struct cublasLtContext {};
struct cublasLtMatmulDescOpaque_t {
  cublasComputeType_t compute;
  cudaDataType scale;
  cublasLtPointerMode_t pointers = CUBLASLT_POINTER_MODE_HOST;
  cublasOperation_t op_a = CUBLAS_OP_N, op_b = CUBLAS_OP_N;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  const void* bias = nullptr;
  int bias_type = -1;  // the result's
};
struct cublasLtMatrixLayoutOpaque_t {
  cudaDataType type;
  uint64_t rows, columns;
  int64_t ld;
  cublasLtOrder_t order = CUBLASLT_ORDER_COL;
  int batches = 1;
  int64_t stride = 0;
  bool by_rows() const { return order == CUBLASLT_ORDER_ROW; }
};
struct cublasLtMatmulPreferenceOpaque_t {};

namespace cuda_emulator {
namespace {

using Layout = cublasLtMatrixLayoutOpaque_t;

bool is_narrow(cudaDataType type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_R_32F;
}
float load(const void* values, cudaDataType type, int64_t i) {
  if (type == CUDA_R_16F) return __half2float(static_cast<const __half*>(values)[i]);
  if (type == CUDA_R_16BF) return __bfloat162float(static_cast<const __nv_bfloat16*>(values)[i]);
  return static_cast<const float*>(values)[i];
}
void store(void* values, cudaDataType type, int64_t i, float x) {
  if (type == CUDA_R_16F) {
    static_cast<__half*>(values)[i] = __float2half(x);
  } else if (type == CUDA_R_16BF) {
    static_cast<__nv_bfloat16*>(values)[i] = __float2bfloat16(x);
  } else {
    static_cast<float*>(values)[i] = x;
  }
}
int64_t place(const Layout& layout, int64_t batch, int64_t i, int64_t j) {
  return batch * layout.stride + (layout.by_rows() ? i * layout.ld + j : i + j * layout.ld);
}
template <class T>
void announce(T* matrix, const Layout& layout) {
  const std::size_t size = layout.type == CUDA_R_32F ? 4 : 2;
  const auto rows = static_cast<int64_t>(layout.rows), columns = static_cast<int64_t>(layout.columns);
  for (int64_t k = 0; hooks.work_touches && k < layout.batches * rows * columns; ++k) {
    const int64_t i = k % rows, j = k / rows % columns, at = place(layout, k / rows / columns, i, j);
    announce_touch(reinterpret_cast<const char*>(matrix) + static_cast<std::size_t>(at) * size, size,
                   !std::is_const_v<T>);
  }
}
float finished(float x, int epilogue) {
  if (epilogue & CUBLASLT_EPILOGUE_RELU) return x > 0 ? x : 0;
  if (epilogue & CUBLASLT_EPILOGUE_GELU) {
    return 0.5f * x * (1 + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x)));
  }
  return x;
}

// alpha op(a) op(b) + beta c, column-major. Rows in memory are columns of the transposed matrix, and a transposed
// result is the product of the transposed factors in the other order.
cublasStatus_t multiply(cublasHandle_t handle, const cublasLtMatmulDescOpaque_t& product, cublasComputeType_t compute,
                        const void* alpha, const void* a, const Layout& a_layout, const void* b, const Layout& b_layout,
                        const void* beta, void* c, const Layout& c_layout) {
  const auto operation = [&](cublasOperation_t op, const Layout& layout) {
    const bool turned = (op != CUBLAS_OP_N) != (layout.by_rows() != c_layout.by_rows());
    return turned ? CUBLAS_OP_T : CUBLAS_OP_N;
  };
  const int m = static_cast<int>(c_layout.rows), n = static_cast<int>(c_layout.columns);
  const int k = static_cast<int>(product.op_a == CUBLAS_OP_N ? a_layout.columns : a_layout.rows);
  const cublasOperation_t op_a = operation(product.op_a, a_layout), op_b = operation(product.op_b, b_layout);
  const int lda = static_cast<int>(a_layout.ld), ldb = static_cast<int>(b_layout.ld);
  const int ldc = static_cast<int>(c_layout.ld);
  if (c_layout.by_rows()) {
    return cublasGemmStridedBatchedEx(handle, op_b, op_a, n, m, k, alpha, b, b_layout.type, ldb, b_layout.stride, a,
                                      a_layout.type, lda, a_layout.stride, beta, c, c_layout.type, ldc, c_layout.stride,
                                      c_layout.batches, compute, CUBLAS_GEMM_DEFAULT);
  }
  return cublasGemmStridedBatchedEx(handle, op_a, op_b, m, n, k, alpha, a, a_layout.type, lda, a_layout.stride, b,
                                    b_layout.type, ldb, b_layout.stride, beta, c, c_layout.type, ldc, c_layout.stride,
                                    c_layout.batches, compute, CUBLAS_GEMM_DEFAULT);
}

template <class T>
cublasStatus_t set(T& to, const void* value, size_t size) {
  if (!value || size < sizeof(T)) return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(&to, value, sizeof(T));
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

// A handle of cuBLAS works too: nothing is stored in it.
cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return CUBLAS_STATUS_NOT_INITIALIZED;
  *handle = new cublasLtContext;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
size_t cublasLtGetVersion() {
  return CUBLAS_VERSION;
}
const char* cublasLtGetStatusName(cublasStatus_t status) {
  return cublasGetStatusName(status);
}
const char* cublasLtGetStatusString(cublasStatus_t status) {
  return cublasGetStatusString(status);
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* product, cublasComputeType_t compute,
                                        cudaDataType scale) {
  if (!product) return CUBLAS_STATUS_INVALID_VALUE;
  *product = new cublasLtMatmulDescOpaque_t{compute, scale};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) {
  delete product;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product, cublasLtMatmulDescAttributes_t attribute,
                                              const void* value, size_t size) {
  if (!product) return CUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
      return set(product->compute, value, size);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
      return set(product->scale, value, size);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE:
      return set(product->pointers, value, size);
    case CUBLASLT_MATMUL_DESC_TRANSA:
      return set(product->op_a, value, size);
    case CUBLASLT_MATMUL_DESC_TRANSB:
      return set(product->op_b, value, size);
    case CUBLASLT_MATMUL_DESC_EPILOGUE:
      return set(product->epilogue, value, size);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER:
      return set(product->bias, value, size);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
      return set(product->bias_type, value, size);
    default:
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t ld) {
  if (!layout) return CUBLAS_STATUS_INVALID_VALUE;
  *layout = new Layout{type, rows, columns, ld};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete layout;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t attribute, const void* value,
                                                size_t size) {
  if (!layout) return CUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE:
      return set(layout->type, value, size);
    case CUBLASLT_MATRIX_LAYOUT_ORDER:
      return set(layout->order, value, size);
    case CUBLASLT_MATRIX_LAYOUT_ROWS:
      return set(layout->rows, value, size);
    case CUBLASLT_MATRIX_LAYOUT_COLS:
      return set(layout->columns, value, size);
    case CUBLASLT_MATRIX_LAYOUT_LD:
      return set(layout->ld, value, size);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
      return set(layout->batches, value, size);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
      return set(layout->stride, value, size);
  }
  return CUBLAS_STATUS_NOT_SUPPORTED;
}
// There is one algorithm, which needs no workspace; a program's preferences change nothing.
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  if (!preference) return CUBLAS_STATUS_INVALID_VALUE;
  *preference = new cublasLtMatmulPreferenceOpaque_t;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete preference;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t, const void* value, size_t) {
  return preference && value ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t product,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
                                              cublasLtMatmulPreference_t, int wanted,
                                              cublasLtMatmulHeuristicResult_t results[], int* found) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!product || !a || !b || !c || !d || wanted < 1 || !results || !found) return CUBLAS_STATUS_INVALID_VALUE;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  *found = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t product, const void* alpha, const void* a,
                              cublasLtMatrixLayout_t a_layout, const void* b, cublasLtMatrixLayout_t b_layout,
                              const void* beta, const void* c, cublasLtMatrixLayout_t c_layout, void* d,
                              cublasLtMatrixLayout_t d_layout, const cublasLtMatmulAlgo_t*, void*, size_t,
                              cudaStream_t stream) {
  if (!handle) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!product || !alpha || !a_layout || !b_layout || !beta || !c_layout || !d_layout) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  const int known = CUBLASLT_EPILOGUE_DEFAULT | CUBLASLT_EPILOGUE_RELU | CUBLASLT_EPILOGUE_GELU_BIAS;
  if (product->pointers != CUBLASLT_POINTER_MODE_HOST || (product->epilogue & ~known)) {
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  const bool a_turned = product->op_a != CUBLAS_OP_N, b_turned = product->op_b != CUBLAS_OP_N;
  if ((a_turned ? a_layout->columns : a_layout->rows) != d_layout->rows ||
      (b_turned ? b_layout->rows : b_layout->columns) != d_layout->columns ||
      (a_turned ? a_layout->rows : a_layout->columns) != (b_turned ? b_layout->columns : b_layout->rows) ||
      c_layout->rows != d_layout->rows || c_layout->columns != d_layout->columns) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  cublasContext context;
  context.stream = stream;
  const cublasHandle_t blas = &context;
  const int epilogue = product->epilogue & ~CUBLASLT_EPILOGUE_DEFAULT;
  cublasStatus_t status;
  if (!is_narrow(d_layout->type)) {
    status = epilogue || (c != d && c)
                 ? CUBLAS_STATUS_NOT_SUPPORTED
                 : multiply(blas, *product, product->compute, alpha, a, *a_layout, b, *b_layout, beta, d, *d_layout);
    return status;
  }
  const float times = load(alpha, product->scale, 0), old = load(beta, product->scale, 0);
  Layout sums_layout{CUDA_R_32F, d_layout->rows, d_layout->columns, static_cast<int64_t>(d_layout->rows)};
  sums_layout.batches = d_layout->batches;
  sums_layout.stride = static_cast<int64_t>(d_layout->rows * d_layout->columns);
  const std::size_t batches = static_cast<std::size_t>(sums_layout.batches);
  float* sums = nullptr;
  if (cudaMallocAsync(&sums, batches * static_cast<std::size_t>(sums_layout.stride) * sizeof(float), stream)) {
    return CUBLAS_STATUS_ALLOC_FAILED;
  }
  const auto each = [stream, layout = sums_layout, batches](const char* name, auto work) {
    return run_library(name, batches, stream, [=](std::size_t batch) {
      for (int64_t j = 0; j < static_cast<int64_t>(layout.columns); ++j) {
        for (int64_t i = 0; i < static_cast<int64_t>(layout.rows); ++i) {
          work(static_cast<int64_t>(batch), i, j, place(layout, static_cast<int64_t>(batch), i, j));
        }
      }
    });
  };
  bool ran = true;
  if (old != 0) {
    announce(static_cast<const char*>(c), *c_layout);
    ran =
        each("cublasLt", [=, from = *c_layout, c = device_pointer(c)](int64_t batch, int64_t i, int64_t j, int64_t at) {
          sums[at] = load(c, from.type, place(from, batch, i, j));
        });
  }
  status = multiply(blas, *product, CUBLAS_COMPUTE_32F, &times, a, *a_layout, b, *b_layout, &old, sums, sums_layout);
  const cudaDataType bias_type =
      product->bias_type < 0 ? d_layout->type : static_cast<cudaDataType>(product->bias_type);
  const void* const bias = epilogue & CUBLASLT_EPILOGUE_BIAS ? device_pointer(product->bias) : nullptr;
  announce(static_cast<char*>(d), *d_layout);
  ran = each("cublasLt",
             [=, to = *d_layout, d = device_pointer(d)](int64_t batch, int64_t i, int64_t j, int64_t at) {
               const float x = bias ? sums[at] + load(bias, bias_type, i) : sums[at];
               store(d, to.type, place(to, batch, i, j), finished(x, epilogue));
             }) &&
        ran;
  cudaFreeAsync(sums, stream);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  return ran ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}
