// blockIdx * a large row is more than 2^31: the index is negative.
#include <cstdio>
__global__ void touchRows(char* m, int rowBytes, int rows) {
  int row = blockIdx.x;
  if (row < rows && threadIdx.x == 0) m[row * rowBytes] = 1;  //~ out of bounds
}
//= does not fit into an int and has become negative
int main() {
  const int rows = 5, rowBytes = 600000000;
  char *m, h;
  cudaMalloc(&m, (size_t)rows * rowBytes);
  touchRows<<<rows, 32>>>(m, rowBytes, rows);
  cudaMemcpy(&h, m + (size_t)4 * rowBytes, 1, cudaMemcpyDeviceToHost);
  printf("%d\n", h);
  cudaFree(m);
}
