// __managed__ variables: no copies at all.
#include <stdio.h>

__managed__ int total;
__device__ __managed__ float table[64];

__global__ void count(int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < limit && i % 3 == 0) atomicAdd(&total, 1);
}
__global__ void roots(void) {
  table[threadIdx.x] = sqrtf((float)threadIdx.x);
}

int main(void) {
  total = 0;
  count<<<10, 100>>>(999);
  cudaDeviceSynchronize();
  roots<<<1, 64>>>();
  cudaDeviceSynchronize();
  printf("%d %f\n", total, table[49]);
  return total == 333 && table[49] == 7.0f ? 0 : 1;
}
