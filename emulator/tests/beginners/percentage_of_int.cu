// i / n is 0 for every i.
#include <stdio.h>
__global__ void percent(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i / n * 100.0f;  //~ is 0 for every i below n
}
int main() {
  const int n = 1000;
  float h[n], *d;
  cudaMalloc(&d, sizeof(h));
  percent<<<4, 256>>>(d, n);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f, expected 50\n", h[500]);
  cudaFree(d);
  return 0;
}
