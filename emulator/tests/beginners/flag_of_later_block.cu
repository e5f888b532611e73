// A block waits for a flag that is never set.
#include <stdio.h>
__global__ void pipeline(volatile int* ready, int* data) {
  if (blockIdx.x == 0) {
    while (*ready == 0) {  //~ deadlock
    }
    data[0] = 1;
  } else if (threadIdx.x == 32) {
    *ready = 1;
  }
}
int main() {
  int *ready, *data;
  cudaMalloc(&ready, sizeof(int));
  cudaMalloc(&data, sizeof(int));
  cudaMemset(ready, 0, sizeof(int));
  pipeline<<<2, 32>>>(ready, data);
  cudaDeviceSynchronize();
  int result = 0;
  cudaMemcpy(&result, data, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(ready);
  cudaFree(data);
  return 0;
}
