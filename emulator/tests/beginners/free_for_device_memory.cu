// free() for memory of cudaMalloc.
#include <stdio.h>
#include <stdlib.h>
__global__ void increment(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}
int main() {
  const int n = 1000;
  float h[n], *d;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  increment<<<4, 256>>>(d, n);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[999]);
  //= free() of device memory
  //= cudaFree
  free(d);
  return 0;
}
