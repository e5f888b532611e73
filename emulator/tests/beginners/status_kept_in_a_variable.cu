// The status is stored and never checked.
#include <stdio.h>
__global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2.0f;  //~ uninitialised device memory
}
int main() {
  const int n = 500;
  float h[n], *d;
  cudaError_t err;
  for (int i = 0; i < n; i++) h[i] = i;
  err = cudaMalloc(&d, n * sizeof(float));
  err = cudaMemcpy(d, h, n * sizeof(float),
                   cudaMemcpyDeviceToHost);  //~ call that failed
  scale<<<2, 256>>>(d, n);
  err = cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[7]);
  err = cudaFree(d);
  return 0;
}
