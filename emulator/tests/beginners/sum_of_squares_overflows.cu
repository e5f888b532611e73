// The sum of ten thousand millions does not fit into an int.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void total(const int* x, int* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);  //~ integer overflow
}
int main() {
  const int n = 10000;
  std::vector<int> h(n, 1000000);
  int *d, *s;
  cudaMalloc(&d, n * sizeof(int));
  cudaMalloc(&s, sizeof(int));
  cudaMemset(s, 0, sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  total<<<40, 256>>>(d, s, n);
  int r;
  cudaMemcpy(&r, s, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(d);
  cudaFree(s);
}
