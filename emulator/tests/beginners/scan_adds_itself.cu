// A scan of a warp: lanes without a left neighbour add their own value again.
#include <stdio.h>
__global__ void scan(int* a) {
  int value = a[threadIdx.x];
  for (int d = 1; d < 32; d *= 2) {
    value += __shfl_up_sync(0xffffffff, value, d);  //~ the first lanes have no lane to the left
  }
  a[threadIdx.x] = value;
}
int main() {
  int h[32], *d;
  for (int i = 0; i < 32; i++) h[i] = 1;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  scan<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d, expected 1\n", h[0]);
  cudaFree(d);
  return 0;
}
