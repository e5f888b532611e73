// The guard leaves out the last element.
//= unwritten from byte 3996 on
#include <stdio.h>
#include <stdlib.h>

#define N 1000

__global__ void saxpy(float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N - 1) y[i] = a * x[i];
}

int main() {
  float x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = 1.0f;
  float *dev_x, *dev_y;
  cudaMalloc((void**)&dev_x, N * sizeof(float));
  cudaMalloc((void**)&dev_y, N * sizeof(float));
  cudaMemcpy(dev_x, x, N * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(N + 255) / 256, 256>>>(3.0f, dev_x, dev_y);
  cudaMemcpy(y, dev_y, N * sizeof(float), cudaMemcpyDeviceToHost);  //~ result that was never made
  printf("y[%d] = %f\n", N - 1, y[N - 1]);
  cudaFree(dev_x);
  cudaFree(dev_y);
  return 0;
}
