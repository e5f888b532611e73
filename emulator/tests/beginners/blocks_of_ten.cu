// Ten threads in a block: 22 of the 32 lanes of its warp do nothing.
//= hint: cost: kernel fill: blocks of 10 threads leave 22 lanes of a warp idle
#include <stdio.h>
__global__ void fill(int* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}
int main() {
  int* x;
  cudaMallocManaged(&x, 1000 * sizeof(int));
  fill<<<100, 10>>>(x);
  cudaDeviceSynchronize();
  printf("%d\n", x[999]);
  cudaFree(x);
  return 0;
}
