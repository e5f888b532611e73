// 1 / 3 is 0, so every root is 1.
//? plain
#include <cmath>
#include <cstdio>
__global__ void cubeRoots(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = powf(x[i], 1 / 3);  //~ the integer division 1 / 3
}
int main() {
  float h[64], *dx, *dy;
  for (int i = 0; i < 64; i++) h[i] = i;
  cudaMalloc(&dx, sizeof(h));
  cudaMalloc(&dy, sizeof(h));
  cudaMemcpy(dx, h, sizeof(h), cudaMemcpyHostToDevice);
  cubeRoots<<<1, 64>>>(dx, dy, 64);
  cudaMemcpy(h, dy, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[27]);
  cudaFree(dx);
  cudaFree(dy);
}
