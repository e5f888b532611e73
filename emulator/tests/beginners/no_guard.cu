// The last block has more threads than there are elements left.
#include <stdio.h>
#include <stdlib.h>
__global__ void increment(int* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = x[i] + 1;  //~ past the end
}
int main() {
  int n = 1000;
  int* h = (int*)calloc(n, sizeof(int));
  int* d;
  cudaMalloc(&d, n * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  increment<<<(n + 255) / 256, 256>>>(d);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFree(d);
  free(h);
  return 0;
}
