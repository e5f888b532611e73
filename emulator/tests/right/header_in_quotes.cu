// The runtime's header in quotes, and behind another one, as older samples include it.
#include <cstdio>

#include "cuda_runtime.h"

__global__ void number(int* x) {
  x[threadIdx.x] = threadIdx.x;
}

int main() {
  int* x = nullptr;
  int h[32] = {};
  if (cudaMalloc(&x, sizeof(h)) != cudaSuccess) return 1;
  number<<<1, 32>>>(x);
  if (cudaMemcpy(h, x, sizeof(h), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%d\n", h[31]);
  return cudaFree(x) != cudaSuccess || h[31] != 31;
}
