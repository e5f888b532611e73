// An array parameter is a pointer, and has a pointer's size.
//? plain
#include <stdio.h>

__global__ void shift(float* v, float by) {
  v[threadIdx.x] += by;
}

void shiftOnGpu(float* values, int count) {
  float* copy;
  cudaMalloc((void**)&copy, count * sizeof(float));
  cudaMemcpy(copy, values, count * sizeof(float), cudaMemcpyHostToDevice);
  shift<<<1, count>>>(copy, 10);
  cudaMemcpy(values, copy, sizeof(values), cudaMemcpyDeviceToHost);  //~ sizeof(values) is 8
  cudaFree(copy);
}

int main() {
  float values[] = {1, 2, 3, 4, 5, 6, 7, 8};
  shiftOnGpu(values, 8);
  for (float v : values) printf("%.0f ", v);
  printf("\n");
  return 0;
}
