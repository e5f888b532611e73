// blockIdx * threadIdx instead of blockIdx * blockDim + threadIdx.
#include <stdio.h>
#include <stdlib.h>
__global__ void initWith(float num, float* a, int N) {
  int index = blockIdx.x * threadIdx.x;
  if (index < N) a[index] = num + index;  //~ race in global memory
}
int main() {
  int N = 2048;
  float *h = (float*)malloc(N * sizeof(float)), *a;
  cudaMalloc(&a, N * sizeof(float));
  initWith<<<N / 256, 256>>>(3, a, N);
  cudaMemcpy(h, a, N * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f %f\n", h[1], h[N - 1]);
  cudaFree(a);
  free(h);
  return 0;
}
