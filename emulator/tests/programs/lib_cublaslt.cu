// options: -lcublasLt -lcublas
// cuBLASLt: products of half-precision matrices, plain and transposed, followed by a bias and ReLU.
#include <cublasLt.h>
#include <cuda_fp16.h>

#include <cstdio>

template <class T>
T* managed(int count) {
  T* pointer;
  cudaMallocManaged(&pointer, count * sizeof(T));
  return pointer;
}

int main() {
  const int m = 16, n = 8, k = 32;
  __half *a = managed<__half>(m * k), *b = managed<__half>(k * n), *d = managed<__half>(m * n);
  __half* bias = managed<__half>(m);
  for (int i = 0; i < m * k; ++i) a[i] = __float2half(static_cast<float>(i % 7 - 3));
  for (int i = 0; i < k * n; ++i) b[i] = __float2half(static_cast<float>(i % 5 - 2));
  for (int i = 0; i < m; ++i) bias[i] = __float2half(static_cast<float>(i));
  for (int i = 0; i < m * n; ++i) d[i] = __float2half(1);

  cublasLtHandle_t handle;
  if (cublasLtCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  void* workspace;
  size_t workspace_size = 4 << 20;
  cudaMalloc(&workspace, workspace_size);
  const float alpha = 1, beta = 2, none = 0;
  const struct {
    cublasLtEpilogue_t epilogue;
    cublasOperation_t op;
    const float* beta;
  } cases[] = {{CUBLASLT_EPILOGUE_DEFAULT, CUBLAS_OP_N, &beta},
               {CUBLASLT_EPILOGUE_BIAS, CUBLAS_OP_T, &none},
               {CUBLASLT_EPILOGUE_RELU_BIAS, CUBLAS_OP_T, &none}};
  for (const auto& one : cases) {
    cublasLtMatmulDesc_t product;
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &one.op, sizeof one.op);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &one.epilogue, sizeof one.epilogue);
    if (one.epilogue != CUBLASLT_EPILOGUE_DEFAULT) {
      cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
    }
    const bool turned = one.op == CUBLAS_OP_T;
    cublasLtMatrixLayout_t a_layout, b_layout, d_layout;
    cublasLtMatrixLayoutCreate(&a_layout, CUDA_R_16F, turned ? k : m, turned ? m : k, turned ? k : m);
    cublasLtMatrixLayoutCreate(&b_layout, CUDA_R_16F, k, n, k);
    cublasLtMatrixLayoutCreate(&d_layout, CUDA_R_16F, m, n, m);
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulPreferenceCreate(&preference);
    cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_size,
                                         sizeof workspace_size);
    cublasLtMatmulHeuristicResult_t result;
    int found = 0;
    cublasLtMatmulAlgoGetHeuristic(handle, product, a_layout, b_layout, d_layout, d_layout, preference, 1, &result,
                                   &found);
    if (found == 0) return printf("no algorithm\n");
    const cublasStatus_t status =
        cublasLtMatmul(handle, product, &alpha, a, a_layout, b, b_layout, one.beta, d, d_layout, d, d_layout,
                       &result.algo, workspace, workspace_size, nullptr);
    cudaDeviceSynchronize();
    printf("%s:", cublasLtGetStatusName(status));
    for (int i = 0; i < m * n; i += 13) printf(" %g", __half2float(d[i]));
    printf("\n");
    cublasLtMatmulPreferenceDestroy(preference);
    cublasLtMatrixLayoutDestroy(a_layout);
    cublasLtMatrixLayoutDestroy(b_layout);
    cublasLtMatrixLayoutDestroy(d_layout);
    cublasLtMatmulDescDestroy(product);
  }
  cublasLtDestroy(handle);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
