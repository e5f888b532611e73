// The stride of the loop is a block's and not the grid's: all blocks go over the elements of the others.
#include <stdio.h>
#include <stdlib.h>
__global__ void addOne(int* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
    x[i] += 1;  //~ race in global memory
  }
}
int main() {
  int n = 4096;
  int *h = (int*)calloc(n, sizeof(int)), *d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  addOne<<<4, 256>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    if (h[i] != 1) {
      printf("wrong at %d: %d\n", i, h[i]);
      break;
    }
  cudaFree(d);
  free(h);
  return 0;
}
