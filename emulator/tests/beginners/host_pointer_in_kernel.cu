// The kernel gets the host's array.
#include <stdio.h>
#include <stdlib.h>
__global__ void fillWith(int* array, int value) {
  array[threadIdx.x] = value;  //~ host memory in a kernel
}
int main() {
  int* array = (int*)malloc(32 * sizeof(int));
  int* d_array;
  cudaMalloc(&d_array, 32 * sizeof(int));
  fillWith<<<1, 32>>>(array, 7);
  cudaMemcpy(array, d_array, 32 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", array[0]);
  cudaFree(d_array);
  free(array);
  return 0;
}
