// The host's array was never allocated.
//? plain
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
int main() {
  const int n = 256;
  int *h_x = NULL, *d_x;
  cudaMalloc(&d_x, n * sizeof(int));
  fill<<<1, n>>>(d_x, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++) h_x[i] = 1 + i;  //~ host code wrote through a null pointer
  cudaMemcpy(h_x, d_x, n * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h_x[3]);
  cudaFree(d_x);
}
