// C = A * B of matrices that lie by rows, as in C; cuBLAS takes them by columns. The host's check reports wrong
// elements.
#include <cublas_v2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main() {
  const int M = 30, K = 40, N = 50;
  float* h_A = (float*)malloc(M * K * sizeof(float));
  float* h_B = (float*)malloc(K * N * sizeof(float));
  float* h_C = (float*)malloc(M * N * sizeof(float));
  for (int i = 0; i < M * K; i++) h_A[i] = i % 7;
  for (int i = 0; i < K * N; i++) h_B[i] = i % 5;
  float *d_A, *d_B, *d_C;
  cudaMalloc(&d_A, M * K * sizeof(float));
  cudaMalloc(&d_B, K * N * sizeof(float));
  cudaMalloc(&d_C, M * N * sizeof(float));
  cudaMemcpy(d_A, h_A, M * K * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_B, h_B, K * N * sizeof(float), cudaMemcpyHostToDevice);
  cublasHandle_t handle;
  cublasCreate(&handle);
  const float alpha = 1, beta = 0;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, d_A, M, d_B, K, &beta, d_C, M);  //~ by columns
  cudaMemcpy(h_C, d_C, M * N * sizeof(float), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < M; i++) {
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < K; k++) sum += h_A[i * K + k] * h_B[k * N + j];
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
