// Two halves of a warp: the first one's mask names all lanes, and the other half calls another function.
#include <cstdio>

__global__ void bothEnds(const int* in, int* smallest, int* largest) {
  int lane = threadIdx.x;
  int x = in[lane];
  if (lane >= 16) {
    for (int step = 8; step >= 1; step /= 2)
      x = max(x, __shfl_xor_sync(0xffffffff, x, step));  //~ warp function that not all lanes reach
    if (lane == 16) *largest = x;
  } else {
    for (int step = 8; step >= 1; step /= 2) x = min(x, __shfl_xor_sync(0x0000ffff, x, step));
    if (lane == 0) *smallest = x;
  }
}

int main() {
  int h[32], *in, *out, results[2];
  for (int i = 0; i < 32; i++) h[i] = (i * 11) % 32;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(results));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  bothEnds<<<1, 32>>>(in, out, out + 1);
  cudaMemcpy(results, out, sizeof(results), cudaMemcpyDeviceToHost);
  printf("%d %d\n", results[0], results[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
//= instead, with another mask
