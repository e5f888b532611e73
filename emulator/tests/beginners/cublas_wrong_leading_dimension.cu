// A leading dimension that is too small, and the status of cuBLAS is discarded.
//? plain
#include <cublas_v2.h>
#include <stdio.h>
int main() {
  const int m = 8, k = 16, n = 4;
  float A[m * k], B[k * n], C[m * n] = {0}, *a, *b, *c;
  for (int i = 0; i < m * k; i++) A[i] = 1;
  for (int i = 0; i < k * n; i++) B[i] = 1;
  cudaMalloc(&a, sizeof(A));
  cudaMalloc(&b, sizeof(B));
  cudaMalloc(&c, sizeof(C));
  cudaMemcpy(a, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(b, B, sizeof(B), cudaMemcpyHostToDevice);
  cudaMemcpy(c, C, sizeof(C), cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  float one = 1, zero = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, a, m, b, n, &zero, c,
              m);  //~ CUBLAS_STATUS_INVALID_VALUE
  cudaMemcpy(C, c, sizeof(C), cudaMemcpyDeviceToHost);
  printf("%f\n", C[0]);
  cublasDestroy(handle);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  return 0;
}
