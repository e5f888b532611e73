// The loop advances by a block and not by the grid.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void sum(const int* x, int* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = i; k < n; k += blockDim.x) atomicAdd(total, x[k]);  //~ advances by blockDim.x
}
int main() {
  const int n = 2000;
  std::vector<int> h(n, 1);
  int *d, *t;
  cudaMalloc(&d, n * sizeof(int));
  cudaMalloc(&t, sizeof(int));
  cudaMemset(t, 0, sizeof(int));
  cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sum<<<4, 256>>>(d, t, n);
  int r;
  cudaMemcpy(&r, t, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d of %d\n", r, n);
  cudaFree(d);
  cudaFree(t);
}
