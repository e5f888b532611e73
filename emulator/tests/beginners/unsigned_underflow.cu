// i - 1 of an unsigned 0 is 4294967295.
//= index -1 of an unsigned variable is 4294967295
#include <stdio.h>
__global__ void differences(const float* x, float* d, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    if (i - 1 >= 0) d[i] = x[i] - x[i - 1];  //~ out of bounds
  }
}
int main() {
  const int n = 100;
  float h[n], r[n], *x, *d;
  for (int i = 0; i < n; i++) h[i] = i * i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  differences<<<1, 128>>>(x, d, n);
  cudaMemcpy(r, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", r[5]);
  cudaFree(x);
  cudaFree(d);
  return 0;
}
