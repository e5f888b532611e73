// Whole blocks and whole warps that return early, before barriers and shuffles in which they do not take part.
#include <cstdio>
__global__ void sums_of_parts(const int* x, int n, int* out) {
  const int first = blockIdx.x * blockDim.x;
  if (first >= n) return;  // all of the block, before its barrier
  __shared__ int part[8];
  const int i = first + threadIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int v = i < n ? x[i] : 0;
#pragma unroll
  for (int d = 16; d >= 1; d /= 2) v += __shfl_xor_sync(~0u, v, d);
  if (lane == 0) part[warp] = v;
  __syncthreads();
  if (warp != 0) return;  // no barrier follows
  v = lane < blockDim.x / 32 ? part[lane] : 0;
  for (int d = 4; d >= 1; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d, 8);
  if (lane == 0) out[blockIdx.x] = v;
}
int main() {
  const int n = 1000, blocks = 6;  // one more than are needed, and two that do nothing
  int h[n], sums[blocks], *d, *s, total = 0;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&s, sizeof sums);
  cudaMemset(s, 0, sizeof sums);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  sums_of_parts<<<blocks, 256>>>(d, n, s);
  cudaMemcpy(sums, s, sizeof sums, cudaMemcpyDeviceToHost);
  cudaFree(d);
  cudaFree(s);
  for (int v : sums) total += v;
  std::printf("%d\n", total);
  return total == n * (n - 1) / 2 ? 0 : 1;
}
