// One block for each row, in y.
//? plain
//= grid.y of the blocks is 100000
//= at most 65535
#include <iostream>

__global__ void rowSum(const int* matrix, int* sums, int columns) {
  int row = blockIdx.y;
  atomicAdd(&sums[row], matrix[row * columns + threadIdx.x]);
}

int main() {
  int rows = 100000, columns = 32;
  int *matrix, *sums;
  cudaMallocManaged(&matrix, rows * columns * sizeof(int));
  cudaMallocManaged(&sums, rows * sizeof(int));
  for (int i = 0; i < rows * columns; i++) matrix[i] = 1;
  for (int r = 0; r < rows; r++) sums[r] = 0;
  dim3 grid(1, rows);
  rowSum<<<grid, columns>>>(matrix, sums, columns);  //~ launch that failed
  cudaDeviceSynchronize();
  std::cout << "row 0: " << sums[0] << std::endl;
  cudaFree(matrix);
  cudaFree(sums);
  return 0;
}
