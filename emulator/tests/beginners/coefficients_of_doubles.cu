// The coefficients are doubles on the host, and floats in constant memory.
#include <stdio.h>
__constant__ float coefficients[4];
__global__ void polynomial(float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i * 0.001f;
  if (i < n) y[i] = coefficients[0] + x * (coefficients[1] + x * (coefficients[2] + x * coefficients[3]));
}
int main() {
  const int n = 1000;
  double h_coefficients[4] = {1, 2, 3, 4};
  float h[n], *d;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpyToSymbol(coefficients, h_coefficients, sizeof(coefficients));  //~ converts nothing
  polynomial<<<4, 256>>>(d, n);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[999]);
  cudaFree(d);
  return 0;
}
