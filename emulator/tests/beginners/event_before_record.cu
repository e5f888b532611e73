// The elapsed time between two events, one of which was never recorded.
#include <stdio.h>
__global__ void work(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * x[i] + 1.0f;
}
int main() {
  int n = 1 << 14;
  float *x, ms = 0.0f;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemset(x, 0, n * sizeof(float));
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  work<<<n / 256, 256>>>(x, n);
  cudaEventRecord(stop);
  cudaEventSynchronize(stop);
  cudaEventElapsedTime(&ms, start, stop);  //~ call that failed
  printf("%.3f ms\n", ms);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaFree(x);
  return 0;
}
