// Test data from products that wrap, on purpose: no element is accessed by them.
#include <cstdio>

__global__ void fill(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = (i * 7919) % 1000;
}

int main() {
  const int n = 500000;
  int *d, last = -1;
  cudaMalloc(&d, n * sizeof(int));
  fill<<<(n + 255) / 256, 256>>>(d, n);
  cudaMemcpy(&last, d + 1000, sizeof last, cudaMemcpyDeviceToHost);
  cudaFree(d);
  std::printf("%d\n", last);
  return last != 1000 * 7919 % 1000;
}
