// y = A x with the number of columns as the leading dimension: cuBLAS reads beyond the end of A.
#include <cublas_v2.h>
#include <stdio.h>
int main() {
  const int rows = 16, columns = 64;
  float A[rows * columns], x[columns], y[rows], *d_A, *d_x, *d_y;
  for (int i = 0; i < rows * columns; i++) A[i] = 1;
  for (int i = 0; i < columns; i++) x[i] = i;
  cudaMalloc(&d_A, sizeof(A));
  cudaMalloc(&d_x, sizeof(x));
  cudaMalloc(&d_y, sizeof(y));
  cudaMemcpy(d_A, A, sizeof(A), cudaMemcpyHostToDevice);
  cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  float one = 1, zero = 0;
  //= 16 rows and 64 columns with a leading dimension of 64
  cublasSgemv(handle, CUBLAS_OP_N, rows, columns, &one, d_A, columns, d_x, 1, &zero, d_y,
              1);  //~ out of bounds: cublasS
  cudaMemcpy(y, d_y, sizeof(y), cudaMemcpyDeviceToHost);
  printf("%f\n", y[0]);
  cublasDestroy(handle);
  cudaFree(d_A);
  cudaFree(d_x);
  cudaFree(d_y);
  return 0;
}
