// options: -lcublas
// cuBLAS at all three levels, with whole numbers, so that the order of additions does not matter.
#include <cublas_v2.h>
#include <cuda_fp16.h>

#include <cstdio>

template <class T>
T* managed(int count) {
  T* pointer;
  cudaMallocManaged(&pointer, count * sizeof(T));
  return pointer;
}
void print(const char* what, const float* values, int count) {
  cudaDeviceSynchronize();
  printf("%-12s", what);
  for (int i = 0; i < count; ++i) printf(" %g", values[i]);
  printf("\n");
}

int main() {
  cublasHandle_t handle;
  if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS) return 1;
  const int n = 3;
  float *a = managed<float>(n * n), *b = managed<float>(n * n), *c = managed<float>(n * n);
  float *x = managed<float>(n), *y = managed<float>(n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = static_cast<float>(i + 1);
    b[i] = static_cast<float>(i % 4 - 1);
    c[i] = 1;
  }
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i + 1);
    y[i] = static_cast<float>(2 * i - 5);
  }
  const float one = 1, two = 2, none = 0;
  float dot, sum;
  int greatest;
  cublasSdot(handle, n, x, 1, y, 1, &dot);
  cublasSasum(handle, n, y, 1, &sum);
  cublasIsamax(handle, n, y, 1, &greatest);
  printf("dot %g, sum %g, greatest at %d\n", dot, sum, greatest);
  cublasSaxpy(handle, n, &two, x, 1, y, 1);
  print("axpy", y, n);
  cublasSgemv(handle, CUBLAS_OP_T, n, n, &one, a, n, x, 1, &one, y, 1);
  print("gemv", y, n);
  cublasSger(handle, n, n, &one, x, 1, y, 1, c, n);
  print("ger", c, n * n);
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, a, n, b, n, &none, c, n);
  print("gemm", c, n * n);
  cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, n, &one, a, 1, n, b, n, n, &none, c, 1, 1, n);
  print("batched", c, n);
  cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, &one, a, n, &two, b, n, c, n);
  print("geam", c, n * n);
  for (int i = 0; i < n * n; ++i) c[i] = i % 4 == 0 ? 2.0f : i > 4 ? 4.0f : 8.0f;
  cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, 1, &one, c, n, x,
              n);
  print("trsm", x, n);
  cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, n, &one, a, n, &none, c, n);
  print("syrk", c, n);

  __half *ha = managed<__half>(n * n), *hb = managed<__half>(n * n);
  for (int i = 0; i < n * n; ++i) {
    ha[i] = __float2half(a[i]);
    hb[i] = __float2half(b[i]);
  }
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, ha, CUDA_R_16F, n, hb, CUDA_R_16F, n, &none, c,
               CUDA_R_32F, n, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  print("gemm, halves", c, n * n);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(handle, n, y, 1, y, 1, x);
  print("on device", x, 1);
  printf("%s\n",
         cublasGetStatusString(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, -1, n, n, a, a, n, b, n, a, c, n)));
  cublasDestroy(handle);
}
