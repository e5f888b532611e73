// The lane is the rest of the division by 32.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void warpSums(const int* x, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? x[i] : 0;
  for (int k = 16; k > 0; k /= 2) v += __shfl_down_sync(0xffffffff, v, k);
  int lane = threadIdx.x / 32;  //~ the lane is % 32
  if (lane == 0) atomicAdd(out, v);
}
int main() {
  const int n = 1000;
  std::vector<int> h(n, 1);
  int *d, *o;
  cudaMalloc(&d, n * 4);
  cudaMalloc(&o, 4);
  cudaMemset(o, 0, 4);
  cudaMemcpy(d, h.data(), n * 4, cudaMemcpyHostToDevice);
  warpSums<<<4, 256>>>(d, o, n);
  int r;
  cudaMemcpy(&r, o, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(d);
  cudaFree(o);
}
