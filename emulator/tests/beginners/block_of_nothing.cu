// The block's size comes from a division as well.
//? plain
//= a block of 0 threads
//= threads = n / 32, with n = 20
#include <stdio.h>
__global__ void inc(int* a) {
  a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
int main() {
  int n = 20;
  int threads = n / 32, blocks = 32;
  int a[20] = {0};
  int* d;
  cudaMalloc(&d, sizeof(a));
  cudaMemcpy(d, a, sizeof(a), cudaMemcpyHostToDevice);
  inc<<<blocks, threads>>>(d);  //~ launch that failed
  cudaMemcpy(a, d, sizeof(a), cudaMemcpyDeviceToHost);
  printf("%d\n", a[0]);
  cudaFree(d);
  return 0;
}
