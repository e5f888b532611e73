// A full mask in a branch that only some lanes take.
#include <stdio.h>
__global__ void sumOfPositive(const int* in, int* out) {
  int x = in[threadIdx.x];
  if (x > 0) {
    for (int offset = 16; offset > 0; offset /= 2) {
      x += __shfl_down_sync(0xffffffff, x, offset);  //~ warp function that not all lanes reach
    }
  }
  if (threadIdx.x == 0) *out = x;
}
int main() {
  int h[32], result, *in, *out;
  for (int i = 0; i < 32; i++) h[i] = i % 4 - 1;
  h[0] = 5;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  sumOfPositive<<<1, 32>>>(in, out);
  cudaMemcpy(&result, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", result);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
