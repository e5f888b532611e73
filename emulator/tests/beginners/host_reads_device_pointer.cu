// The host prints through the device's pointer.
//? plain
#include <stdio.h>
__global__ void fill(int* data, int value) {
  data[threadIdx.x] = value;
}
int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  fill<<<1, 64>>>(data, 7);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; i++) printf("%d\n", data[i]);  //~ host code read device memory
  cudaFree(data);
  return 0;
}
