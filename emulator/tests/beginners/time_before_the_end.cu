// cudaEventElapsedTime before the second event has been waited for.
#include <stdio.h>
__global__ void work(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 2000; k++)
    if (i < n) x[i] = x[i] * 0.5f + 1.0f;
}
int main() {
  int n = 1 << 14;
  float *x, ms = -1.0f;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start);
  work<<<n / 256, 256>>>(x, n);
  cudaEventRecord(stop);
  cudaEventElapsedTime(&ms, start, stop);  //~ cudaEventSynchronize(stop) first
  printf("%.3f ms\n", ms);
  cudaFree(x);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return 0;
}
