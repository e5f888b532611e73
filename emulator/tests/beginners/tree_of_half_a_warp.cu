// The warp's sum begins with a distance of 8.
#include <stdio.h>
__global__ void sum(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int offset = 8; offset > 0; offset /= 2) {
    value += __shfl_down_sync(0xffffffff, value, offset);  //~ adds up 16 lanes
  }
  if (threadIdx.x == 0) *out = value;
}
int main() {
  int h[32], *d_in, *d_out, result;
  for (int i = 0; i < 32; i++) h[i] = i;
  cudaMalloc(&d_in, sizeof(h));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<1, 32>>>(d_in, d_out);
  cudaMemcpy(&result, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d, expected 496\n", result);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
