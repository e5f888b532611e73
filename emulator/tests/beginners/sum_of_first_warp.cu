// Thread 0 adds its warp's sum, and the other seven warps of the block add nothing.
#include <stdio.h>
__global__ void sum(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] : 0;
  for (int offset = 16; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffff, value, offset);
  if (threadIdx.x == 0) atomicAdd(out, value);  //~ the first warp only
}
int main() {
  const int n = 1024, threads = 256;
  int h[n], *d_in, *d_out, result;
  for (int i = 0; i < n; i++) h[i] = 1;
  cudaMalloc(&d_in, sizeof(h));
  cudaMalloc(&d_out, sizeof(int));
  cudaMemset(d_out, 0, sizeof(int));
  cudaMemcpy(d_in, h, sizeof(h), cudaMemcpyHostToDevice);
  sum<<<n / threads, threads>>>(d_in, d_out, n);
  cudaMemcpy(&result, d_out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d, expected %d\n", result, n);
  cudaFree(d_in);
  cudaFree(d_out);
  return 0;
}
