// The elements of a vector of vectors do not lie in one array.
#include <stdio.h>

#include <vector>
__global__ void twice(float* m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) m[i] *= 2;
}
int main() {
  const int rows = 64, cols = 6;
  std::vector<std::vector<float>> matrix(rows, std::vector<float>(cols, 1.0f));
  float *d_matrix, row[cols];
  cudaMalloc(&d_matrix, rows * cols * sizeof(float));
  cudaMemset(d_matrix, 0, rows * cols * sizeof(float));
  const size_t bytes = rows * cols * sizeof(float);
  cudaMemcpy(d_matrix, matrix.data(), bytes, cudaMemcpyHostToDevice);  //~ the addresses of its rows
  twice<<<2, 256>>>(d_matrix, rows * cols);
  cudaMemcpy(row, d_matrix, cols * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", row[5]);
  cudaFree(d_matrix);
  return 0;
}
