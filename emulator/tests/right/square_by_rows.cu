// Square matrices by rows, given to cuBLAS in the opposite order: it computes A * B by rows.
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
  if (cudaMalloc(&d_A, N * N * sizeof(float))) return 3;
  if (cudaMalloc(&d_B, N * N * sizeof(float))) return 3;
  if (cudaMalloc(&d_C, N * N * sizeof(float))) return 3;
  if (cudaMemcpy(d_A, h_A, N * N * sizeof(float), cudaMemcpyHostToDevice)) return 3;
  if (cudaMemcpy(d_B, h_B, N * N * sizeof(float), cudaMemcpyHostToDevice)) return 3;
  cublasHandle_t handle;
  if (cublasCreate(&handle)) return 3;
  const float alpha = 1, beta = 0;
  if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &alpha, d_B, N, d_A, N, &beta, d_C, N)) return 3;
  if (cudaMemcpy(h_C, d_C, N * N * sizeof(float), cudaMemcpyDeviceToHost)) return 3;
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      float sum = 0;
      for (int k = 0; k < N; k++) sum += h_A[i * N + k] * h_B[k * N + j];
      if (fabsf(sum - h_C[i * N + j]) > 0.01f) wrong++;
    }
  }
  printf("%d wrong elements\n", wrong);
  if (cublasDestroy(handle)) return 3;
  if (cudaFree(d_A)) return 3;
  if (cudaFree(d_B)) return 3;
  if (cudaFree(d_C)) return 3;
  free(h_A);
  free(h_B);
  free(h_C);
  return 0;
}
