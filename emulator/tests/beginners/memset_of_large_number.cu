// A "largest number" for a minimum, of which cudaMemset uses one byte.
//? plain
#include <stdio.h>
__global__ void findMinimum(const int* values, int* smallest, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMin(smallest, values[i]);
}
int main() {
  int values[256];
  for (int i = 0; i < 256; i++) values[i] = 5000 + i;
  int *d_values, *d_min, min;
  cudaMalloc(&d_values, sizeof(values));
  cudaMalloc(&d_min, sizeof(int));
  cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice);
  cudaMemset(d_min, 999999, sizeof(int));  //~ of 999999 it takes the last 8 bits, 63
  findMinimum<<<1, 256>>>(d_values, d_min, 256);
  cudaMemcpy(&min, d_min, sizeof(int), cudaMemcpyDeviceToHost);
  printf("minimum: %d\n", min);
  cudaFree(d_values);
  cudaFree(d_min);
  return 0;
}
