// The host's loop runs to n, one element too far, in memory that the host shares with the device.
//= byte 4000 has changed, and the last one is 3999
#include <stdio.h>

__global__ void twice(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 1000;
  int *h, *d;
  cudaMallocHost(&h, n * sizeof(int));  //~ wrote past the end of 4000 bytes
  cudaMalloc(&d, n * sizeof(int));
  for (int i = 0; i <= n; i++) h[i] = i;
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  twice<<<4, 256>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFreeHost(h);
  cudaFree(d);
  return 0;
}
