// The limit is set to the size of another launch, which lowers it.
//? plain
#include <cstdio>
//= 2000 bytes of dynamic shared memory; at most 1000, as cudaFuncSetAttribute(
__global__ void fill(int* x, int n) {
  extern __shared__ int part[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) part[i] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) x[i] = part[i];
}
int main() {
  int* x;
  cudaMalloc(&x, 500 * sizeof(int));
  cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000);
  fill<<<1, 128, 250 * sizeof(int)>>>(x, 250);
  fill<<<1, 128, 500 * sizeof(int)>>>(x, 500);  //~ launch that failed
  cudaDeviceSynchronize();
  cudaFree(x);
  return 0;
}
