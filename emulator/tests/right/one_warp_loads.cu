// Warp 0 fetches the next tile into one of two buffers while the other warps work on the last one.
#include <cstdio>
#include <vector>
constexpr int tile = 96;
__global__ void sum_tiles(const int* in, int* out, int tiles) {
  __shared__ int buffer[2][tile];
  __shared__ int total;
  const int t = threadIdx.x;
  if (t == 0) total = 0;
  if (t < 32) {
    for (int i = t; i < tile; i += 32) buffer[0][i] = in[i];
  }
  __syncthreads();
  for (int k = 0; k < tiles; ++k) {
    if (t < 32) {
      if (k + 1 < tiles) {
        for (int i = t; i < tile; i += 32) buffer[(k + 1) & 1][i] = in[(k + 1) * tile + i];
      }
    } else {
      atomicAdd(&total, buffer[k & 1][t - 32]);
    }
    __syncthreads();
  }
  if (t == 0) *out = total;
}
int main() {
  const int tiles = 5;
  std::vector<int> h(tiles * tile);
  int expected = 0;
  for (int i = 0; i < tiles * tile; ++i) expected += h[i] = i % 10;
  int *in, *out, sum = 0;
  cudaError_t e = cudaMalloc(&in, h.size() * sizeof(int));
  if (e == cudaSuccess) e = cudaMalloc(&out, sizeof(int));
  if (e == cudaSuccess) e = cudaMemcpy(in, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
  sum_tiles<<<1, 32 + tile>>>(in, out, tiles);
  if (e == cudaSuccess) e = cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", sum, expected);
  if (e == cudaSuccess) e = cudaFree(in);
  if (e == cudaSuccess) e = cudaFree(out);
  return e != cudaSuccess || sum != expected;
}
