// One warp of 20 lanes: the largest value is exchanged with lanes that are not there.
#include <cstdio>
__global__ void largest(const int* in, int* out) {
  int best = in[threadIdx.x];
  best = max(best, __shfl_xor_sync(0xffffffff, best, 16));  //~ combines values of lanes that the block does not have
  best = max(best, __shfl_xor_sync(0xffffffff, best, 8));
  best = max(best, __shfl_xor_sync(0xffffffff, best, 4));
  best = max(best, __shfl_xor_sync(0xffffffff, best, 2));
  best = max(best, __shfl_xor_sync(0xffffffff, best, 1));
  if (threadIdx.x == 0) *out = best;
}
int main() {
  int h[20], *in, *out;
  for (int i = 0; i < 20; i++) h[i] = -5 - i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(int));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  largest<<<1, 20>>>(in, out);
  cudaMemcpy(h, out, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
}
