// All counts are 0, and so is their sum: 0 / 0.
#include <stdio.h>
__global__ void normalize(float* counts, float* total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) counts[i] = counts[i] / *total;  //~ NaN in the results: 1000 of the 1000 values
}
int main() {
  const int n = 1000;
  float *d_counts, *d_total, h[n];
  cudaMalloc(&d_counts, n * sizeof(float));
  cudaMalloc(&d_total, sizeof(float));
  cudaMemset(d_counts, 0, n * sizeof(float));
  cudaMemset(d_total, 0, sizeof(float));
  normalize<<<4, 256>>>(d_counts, d_total, n);
  cudaMemcpy(h, d_counts, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[10]);
  cudaFree(d_counts);
  cudaFree(d_total);
  return 0;
}
