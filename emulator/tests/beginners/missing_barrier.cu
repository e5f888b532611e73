// No barrier between filling the tile and reading it.
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 128

__global__ void reverseBlocks(int* data) {
  __shared__ int tile[BLOCK];
  int t = threadIdx.x;
  tile[t] = data[blockIdx.x * BLOCK + t];
  data[blockIdx.x * BLOCK + t] = tile[BLOCK - 1 - t];  //~ race in shared memory (tile)
}

int main() {
  int n = 4 * BLOCK;
  int* h = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) h[i] = i;
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  reverseBlocks<<<4, BLOCK>>>(d);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[n - 1]);
  cudaFree(d);
  free(h);
  return 0;
}
