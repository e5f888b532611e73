// Cholesky's factorisation fails, says so in devInfo, and nobody looks.
#include <cusolverDn.h>
#include <stdio.h>
int main() {
  const int n = 3;
  double A[n * n] = {1, 2, 3, 2, 1, 4, 3, 4, 1}, *d_A, *d_work;
  int *d_info, work = 0;
  cusolverDnHandle_t handle;
  cusolverDnCreate(&handle);
  cudaMalloc(&d_A, sizeof(A));
  cudaMalloc(&d_info, sizeof(int));
  cudaMemcpy(d_A, A, sizeof(A), cudaMemcpyHostToDevice);
  cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, n, d_A, n, &work);
  cudaMalloc(&d_work, work * sizeof(double));
  //= not positive definite
  cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, n, d_A, n, d_work, work, d_info);  //~ stored 2 in devInfo
  cudaMemcpy(A, d_A, sizeof(A), cudaMemcpyDeviceToHost);
  printf("L(2,2) = %f\n", A[8]);
  cudaFree(d_A);
  cudaFree(d_work);
  cudaFree(d_info);
  cusolverDnDestroy(handle);
  return 0;
}
