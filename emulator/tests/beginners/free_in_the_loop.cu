// The memory is freed inside of the loop that uses it.
#include <stdio.h>
__global__ void increment(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i]++;  //~ reads memory that was freed
}
int main() {
  int n = 512, h[512] = {0};
  int* d;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  for (int step = 0; step < 3; step++) {
    increment<<<2, 256>>>(d, n);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    printf("step %d: %d\n", step, h[0]);
    cudaFree(d);
  }
  return 0;
}
