// Halves in pairs; the last thread processes the odd one.
#include <cuda_fp16.h>
#include <math.h>
#include <stdio.h>

__global__ void haxpy(int n, half a, const half* x, half* y) {
  int start = threadIdx.x + blockDim.x * blockIdx.x;
  int stride = blockDim.x * gridDim.x;
  int n2 = n / 2;
  half2* y2 = (half2*)y;
  const half2* x2 = (const half2*)x;
  for (int i = start; i < n2; i += stride) y2[i] = __hfma2(__halves2half2(a, a), x2[i], y2[i]);
  if (start == 0 && (n % 2)) y[n - 1] = __hfma(a, x[n - 1], y[n - 1]);
}

int main() {
  const int n = 1023;
  half hx[n], hy[n], *dx, *dy;
  for (int i = 0; i < n; i++) {
    hx[i] = __float2half(float(i % 8));
    hy[i] = __float2half(1.0f);
  }
  cudaMalloc(&dx, sizeof(hx));
  cudaMalloc(&dy, sizeof(hy));
  cudaMemcpy(dx, hx, sizeof(hx), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, hy, sizeof(hy), cudaMemcpyHostToDevice);
  haxpy<<<4, 64>>>(n, __float2half(2.0f), dx, dy);
  cudaMemcpy(hy, dy, sizeof(hy), cudaMemcpyDeviceToHost);
  cudaFree(dx);
  cudaFree(dy);
  float worst = 0;
  for (int i = 0; i < n; i++) worst = fmaxf(worst, fabsf(__half2float(hy[i]) - (1 + 2 * (i % 8))));
  printf("%g\n", worst);
  return worst > 0;
}
