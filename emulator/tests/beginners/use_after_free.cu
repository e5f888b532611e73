// The input is freed before the second kernel.
#include <stdio.h>
__global__ void stepOne(int* a) {
  a[threadIdx.x] = threadIdx.x;
}
__global__ void stepTwo(const int* a, int* b) {
  b[threadIdx.x] = a[threadIdx.x] * 2;  //~ freed memory
}
int main() {
  int *a, *b, result[32];
  cudaMalloc(&a, sizeof(result));
  cudaMalloc(&b, sizeof(result));
  stepOne<<<1, 32>>>(a);
  cudaFree(a);
  stepTwo<<<1, 32>>>(a, b);
  cudaMemcpy(result, b, sizeof(result), cudaMemcpyDeviceToHost);
  printf("%d\n", result[5]);
  cudaFree(b);
  return 0;
}
