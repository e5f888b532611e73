// The address of a __device__ function in host code is no address on the device.
//? plain
#include <cstdio>
typedef float (*Op)(float);
__device__ float square(float x) {
  return x * x;
}
__global__ void map(float* x, int n, Op op) {
  int i = threadIdx.x;
  if (i < n) x[i] = op(x[i]);
}
int main() {
  float h[32], *x;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&x, sizeof h);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  map<<<1, 32>>>(x, 32, square);  //~ square in host code is an address of the host
  cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g\n", h[3]);
  cudaFree(x);
}
