// Square matrices by rows, given to cuBLAS in the order of the host: it computes B * A.
#include <cublas_v2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main() {
  const int N = 40;
  float* h_A = (float*)malloc(N * N * sizeof(float));
  float* h_B = (float*)malloc(N * N * sizeof(float));
  float* h_C = (float*)malloc(N * N * sizeof(float));
  for (int i = 0; i < N * N; i++) h_A[i] = i % 7;
  for (int i = 0; i < N * N; i++) h_B[i] = i % 5;
  float *d_A, *d_B, *d_C;
  cudaMalloc(&d_A, N * N * sizeof(float));
  cudaMalloc(&d_B, N * N * sizeof(float));
  cudaMalloc(&d_C, N * N * sizeof(float));
  cudaMemcpy(d_A, h_A, N * N * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, h_B, N * N * sizeof(float), cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float alpha = 1, beta = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &alpha, d_A, N, d_B, N, &beta, d_C, N);  //~ by columns
  cudaMemcpy(h_C, d_C, N * N * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < N; k++) sum += h_A[i * N + k] * h_B[k * N + j];
      if (fabsf(sum - h_C[i * N + j]) > 0.01f) wrong++;
    }
  }
  printf("%d wrong elements\n", wrong);
  cublasDestroy(handle);
  cudaFree(d_A);
  cudaFree(d_B);
  cudaFree(d_C);
  free(h_A);
  free(h_B);
  free(h_C);
  return 0;
}
