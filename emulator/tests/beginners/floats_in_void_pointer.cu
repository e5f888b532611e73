// The host's floats are copied through a void pointer, and the kernel takes them for doubles.
#include <stdio.h>
__global__ void twice(double* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
int main() {
  const int n = 1000;
  float h[n];
  for (int i = 0; i < n; i++) h[i] = i;
  void* d;
  cudaMalloc(&d, n * sizeof(double));
  cudaMemset(d, 0, n * sizeof(double));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);  //~ converts nothing
  twice<<<4, 256>>>((double*)d, n);
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[10]);
  cudaFree(d);
  return 0;
}
