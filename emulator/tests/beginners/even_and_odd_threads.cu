// Even and odd threads do different things: every warp does both.
//= run both sides one after the other
#include <stdio.h>
__global__ void mix(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 2 == 0) {  //~ hint: cost
    x[i] = x[i] * x[i] + 1;
  } else {
    x[i] = x[i] / 3 - 1;
  }
}
int main() {
  int n = 1024;
  float* x;
  cudaMallocManaged(&x, n * sizeof(float));
  for (int i = 0; i < n; i++) x[i] = 0.5f;
  mix<<<4, 256>>>(x, n);
  cudaDeviceSynchronize();
  printf("%f %f\n", x[0], x[1]);
  cudaFree(x);
  return 0;
}
