// The smallest value is searched for from 0 on.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void smallest(const int* x, int* result, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMin(result, x[i]);  //~ atomicMin that changes nothing
}
int main() {
  const int n = 5000;
  std::vector<int> h(n);
  for (int i = 0; i < n; i++) h[i] = 100 + (i * 37) % 1000;
  int *d, *r;
  cudaMalloc(&d, n * sizeof(int));
  cudaMalloc(&r, sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(r, 0, sizeof(int));
  smallest<<<(n + 255) / 256, 256>>>(d, r, n);
  int s;
  cudaMemcpy(&s, r, sizeof(int), cudaMemcpyDeviceToHost);
  printf("smallest %d\n", s);
  cudaFree(d);
  cudaFree(r);
}
