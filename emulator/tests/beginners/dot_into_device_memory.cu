// The result of a dot product goes to device memory, and the pointer mode is still the host's.
#include <cublas_v2.h>
#include <stdio.h>
int main() {
  const int n = 1000;
  float x[n], result, *d_x, *d_result;
  for (int i = 0; i < n; i++) x[i] = 1;
  cudaMalloc(&d_x, sizeof(x));
  cudaMalloc(&d_result, sizeof(float));
  cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasSdot(handle, n, d_x, 1, d_x, 1, d_result);  //~ gets a pointer to device memory for its result
  cudaMemcpy(&result, d_result, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", result);
  cublasDestroy(handle);
  cudaFree(d_x);
  cudaFree(d_result);
  return 0;
}
