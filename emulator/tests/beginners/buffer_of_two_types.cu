// One kernel writes doubles, the next one reads floats.
#include <stdio.h>
__global__ void fill(double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
}
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 0.5f;
}
int main() {
  const int n = 1000;
  static double h[n];
  void* buffer;
  cudaMalloc(&buffer, n * sizeof(double));
  fill<<<4, 256>>>((double*)buffer, n);
  scale<<<4, 256>>>((float*)buffer, n);  //~ a cast of a pointer converts no element
  cudaMemcpy(h, buffer, n * sizeof(double), cudaMemcpyDeviceToHost);
  printf("%f\n", h[10]);
  cudaFree(buffer);
  return 0;
}
