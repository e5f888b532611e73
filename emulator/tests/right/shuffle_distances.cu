// Distances of shuffles: halves of the width, those of a scan, and one of 0 that is asked for on purpose.
#include <cstdio>
__global__ void all(int* sums, int* scans, int* eights, int more) {
  const int t = threadIdx.x;
  int v = t, w = t, x = t;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  for (int d = 1; d < 32; d *= 2) {
    const int before = __shfl_up_sync(0xffffffff, w, d);
    if (t >= d) w += before;
  }
  for (int d = 4; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffff, x, d, 8);
  x += __shfl_xor_sync(0xffffffff, x, more, 8);
  if (t == 0) *sums = v;
  scans[t] = w;
  eights[t] = x;
}
int main() {
  int *p, h[65];
  cudaMalloc(&p, sizeof(h));
  all<<<1, 32>>>(p, p + 1, p + 33, 0);
  cudaMemcpy(h, p, sizeof(h), cudaMemcpyDeviceToHost);
  std::printf("%d %d %d\n", h[0], h[32], h[33]);
  cudaFree(p);
}
