// The GPU's sum is compared with the host's bit by bit.
//? plain
#include <cmath>
#include <cstdio>
#include <cstdlib>
__global__ void wave(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = sinf(x[i]) * cosf(x[i]) + expf(-x[i]);
}
int main() {
  const int n = 1000;
  float *x = (float*)malloc(n * sizeof(float)), *y = (float*)malloc(n * sizeof(float)), *dx, *dy;
  for (int i = 0; i < n; i++) x[i] = i * 0.01f;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  cudaMemcpy(dx, x, n * sizeof(float), cudaMemcpyHostToDevice);
  wave<<<(n + 127) / 128, 128>>>(dx, dy, n);
  cudaMemcpy(y, dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  int errors = 0;
  for (int i = 0; i < n; i++) {
    float expected = sinf(x[i]) * cosf(x[i]) + expf(-x[i]);
    if (y[i] != expected) errors++;  //~ an exact comparison
  }
  printf("%d errors\n", errors);
  cudaFree(dx), cudaFree(dy);
  free(x), free(y);
}
