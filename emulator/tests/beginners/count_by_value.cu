// The count is passed by value, and every thread adds to its own copy.
#include <cstdio>

__global__ void countMultiples(int limit, int divisor, int count) {  //~ count is the kernel's own copy
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < limit && i % divisor == 0) atomicAdd(&count, 1);
}

int main() {
  const int limit = 1000;
  int count = 0;
  countMultiples<<<(limit + 127) / 128, 128>>>(limit, 7, count);
  cudaDeviceSynchronize();
  printf("%d multiples of 7 below %d\n", count, limit);
}
