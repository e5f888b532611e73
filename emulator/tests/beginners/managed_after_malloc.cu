// The data lies in memory of malloc, and cudaMallocManaged replaces the pointer.
#include <stdio.h>
#include <stdlib.h>
__global__ void increment(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += 1;
}
int main() {
  const int n = 1000;
  float* a = (float*)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) a[i] = i;
  cudaMallocManaged(&a, n * sizeof(float));  //~ is lost
  increment<<<4, 256>>>(a, n);
  cudaDeviceSynchronize();
  printf("%f, expected 6\n", a[5]);
  cudaFree(a);
  return 0;
}
