// 16 MB of local variables.
//= host code overflows its stack
#include <cuda_runtime.h>

#include <cstdio>
__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
int main() {
  const int n = 1 << 22;
  float big[n];
  int* d;
  cudaMalloc(&d, n * 4);
  fill<<<n / 256, 256>>>(d, n);
  cudaMemcpy(big, d, n * 4, cudaMemcpyDeviceToHost);
  printf("%f\n", big[7]);
  cudaFree(d);
}
