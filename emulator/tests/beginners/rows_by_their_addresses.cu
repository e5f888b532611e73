// A matrix of rows that were allocated one by one is copied as if it were one array.
#include <stdio.h>
#include <stdlib.h>
__global__ void twice(float* m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) m[i] *= 2;
}
int main() {
  const int rows = 64, cols = 2;
  float** matrix = (float**)malloc(rows * sizeof(float*));
  for (int i = 0; i < rows; i++) {
    matrix[i] = (float*)malloc(cols * sizeof(float));
    for (int j = 0; j < cols; j++) matrix[i][j] = i + j;
  }
  float *d_matrix, row[cols];
  cudaMalloc(&d_matrix, rows * cols * sizeof(float));
  cudaMemset(d_matrix, 0, rows * cols * sizeof(float));
  cudaMemcpy(d_matrix, matrix, rows * cols * sizeof(float), cudaMemcpyHostToDevice);  //~ the addresses of its rows
  twice<<<1, 128>>>(d_matrix, rows * cols);
  cudaMemcpy(row, d_matrix, cols * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", row[1]);
  cudaFree(d_matrix);
  for (int i = 0; i < rows; i++) free(matrix[i]);
  free(matrix);
  return 0;
}
