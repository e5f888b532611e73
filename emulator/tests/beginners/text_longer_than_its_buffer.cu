// Each of many threads prints a line: more text than the device keeps until the host waits.
//? plain
//= and the buffer has 1048576
#include <stdio.h>

__global__ void talk(const int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) printf("element %d is %d\n", i, x[i]);
}

int main() {
  const int n = 80000;
  int* x;
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
  cudaMalloc(&x, n * sizeof(int));
  cudaMemset(x, 0, n * sizeof(int));
  talk<<<(n + 255) / 256, 256>>>(x, n);  //~ text that was lost
  cudaDeviceSynchronize();
  cudaFree(x);
  return 0;
}
