// Each thread allocates scratch memory with new and never frees it.
#include <stdio.h>
__global__ void work(int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int* scratch = new int[16];  //~ leak: memory that a kernel allocates
  for (int k = 0; k < 16; k++) scratch[k] = k * i;
  out[i] = scratch[i % 16];
}
int main() {
  const int n = 1000;
  int *d, h[n];
  cudaMalloc(&d, n * sizeof(int));
  work<<<4, 256>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[5]);
  cudaFree(d);
  return 0;
}
