// The constant array is filled through a pointer to the host's array of the same name.
#include <stdio.h>
__constant__ float coefficients[4];
__global__ void polynomial(const float* x, float* y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] = coefficients[0] + x[i] * (coefficients[1] + x[i] * (coefficients[2] + x[i] * coefficients[3]));
}
int main() {
  float h[32], c[4] = {1, 2, 3, 4}, *x, *y;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&y, sizeof(h));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpy(coefficients, c, sizeof(c), cudaMemcpyHostToDevice);  //~ call that failed
  polynomial<<<1, 32>>>(x, y, 32);
  cudaMemcpy(h, y, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[2]);
  cudaFree(x);
  cudaFree(y);
  return 0;
}
