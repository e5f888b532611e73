// Warp functions in branches, with the masks of the active lanes.
#include <cstdio>

__global__ void votes(const int* x, int* odd_sum, int* leaders, int* order) {
  const unsigned lane = threadIdx.x & 31;
  const int v = x[threadIdx.x];
  const unsigned odd = __ballot_sync(0xffffffffu, v & 1);
  if (v & 1) {
    int s = v;
    // a sum over the lanes of the mask, by hand
    int total = 0;
    for (unsigned rest = odd; rest; rest &= rest - 1) total += __shfl_sync(odd, s, __ffs(rest) - 1);
    odd_sum[threadIdx.x] = total;
  } else {
    odd_sum[threadIdx.x] = 0;
  }
  __syncwarp();
  const unsigned same = __match_any_sync(0xffffffffu, v % 3);
  if (lane == unsigned(__ffs(same) - 1)) atomicAdd(&leaders[v % 3], __popc(same));
  order[threadIdx.x] = __popc(same & ((1u << lane) - 1));
}

int main() {
  int h[64], sums[64], counts[3], order[64];
  for (int i = 0; i < 64; ++i) h[i] = (i * 5 + 2) % 17;
  int* d;
  cudaMalloc(&d, (64 * 3 + 3) * sizeof(int));
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d + 192, 0, 3 * sizeof(int));
  votes<<<1, 64>>>(d, d + 64, d + 192, d + 128);
  cudaMemcpy(sums, d + 64, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(counts, d + 192, sizeof counts, cudaMemcpyDeviceToHost);
  cudaMemcpy(order, d + 128, sizeof order, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int w = 0; w < 2; ++w) {
    int e = 0;
    for (int i = 0; i < 32; ++i) e += h[32 * w + i] % 2 ? h[32 * w + i] : 0;
    for (int i = 0; i < 32; ++i)
      if (sums[32 * w + i] != (h[32 * w + i] % 2 ? e : 0)) return 1;
  }
  return counts[0] + counts[1] + counts[2] == 64 && order[0] == 0 ? 0 : 1;
}
