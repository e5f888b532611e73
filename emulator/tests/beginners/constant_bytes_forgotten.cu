// The number of elements in place of bytes.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__constant__ float coeff[8];
__global__ void poly(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float s = 0;
    for (int k = 7; k >= 0; k--) s = s * x[i] + coeff[k];
    y[i] = s;
  }
}
int main() {
  const int n = 1000;
  float h[n], c[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  for (int i = 0; i < n; i++) h[i] = i * 0.001f;
  float *dx, *dy;
  cudaMalloc(&dx, sizeof(h));
  cudaMalloc(&dy, sizeof(h));
  cudaMemcpy(dx, h, sizeof(h), cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(coeff, c, 8);  //~ the number of bytes is the number of elements
  poly<<<4, 256>>>(dx, dy, n);
  cudaMemcpy(h, dy, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[999]);
  cudaFree(dx);
  cudaFree(dy);
}
