// A matrix as float**: the table of rows lies on the device, the host fills it.
//= host code wrote to device memory
//? plain
#include <stdio.h>
__global__ void fill(float** m, int rows, int cols) {
  int r = blockIdx.x, c = threadIdx.x;
  if (r < rows && c < cols) m[r][c] = r * cols + c;
}
int main() {
  int rows = 8, cols = 32;
  float** d_matrix;
  cudaMalloc(&d_matrix, rows * sizeof(float*));
  for (int r = 0; r < rows; r++) {
    cudaMalloc(&d_matrix[r], cols * sizeof(float));
  }
  fill<<<rows, cols>>>(d_matrix, rows, cols);
  float row[32];
  cudaMemcpy(row, d_matrix[3], cols * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", row[4]);
  return 0;
}
