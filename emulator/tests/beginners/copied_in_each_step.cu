// The array goes to the device and back in each step, although only the kernel changes it.
#include <stdio.h>
#include <stdlib.h>
__global__ void step(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 0.5f * x[i] + 1;
}
int main() {
  const int n = 10000, bytes = n * sizeof(float);
  float *h = (float*)malloc(bytes), *d;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&d, bytes);
  for (int t = 0; t < 10; t++) {
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);  //~ hint: cost: the copies
    step<<<(n + 255) / 256, 256>>>(d, n);
    cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
  }
  printf("%f\n", h[9]);
  cudaFree(d);
  free(h);
  return 0;
}
//= bring to the device what is there already, 9 times
