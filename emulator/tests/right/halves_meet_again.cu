// One half of a warp already waits for all lanes while the other one still exchanges values, and comes then. Threads
// that return early do no harm: nobody reads their values.
#include <cstdio>

__global__ void halves(const int* in, int* out, int n) {
  const int lane = threadIdx.x;
  int x = in[lane];
  if (lane >= 16) {
    for (int step = 8; step > 0; step /= 2) x += __shfl_xor_sync(0xffff0000, x, step);
  }
  x = __shfl_sync(0xffffffff, x, lane ^ 16);
  if (lane < 8) x += __shfl_xor_sync(0x000000ff, x, 4);
  __syncwarp();
  if (lane >= n) return;
  const int first = __shfl_sync(0xffffffff, x, 0);
  out[lane] = x + first;
}

int main() {
  int h[32], out[32] = {}, *d_in, *d_out, bad = 0;
  for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMalloc(&d_in, sizeof h);
  cudaMalloc(&d_out, sizeof h);
  cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, sizeof h);
  halves<<<1, 32>>>(d_in, d_out, 20);
  cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  const int sum = 16 * 31 - 120;  // of 16 to 31
  for (int i = 0; i < 20; ++i) {
    const int x = i < 8 ? 2 * sum : i < 16 ? sum : i - 16;
    bad += out[i] != x + 2 * sum;
  }
  cudaFree(d_in);
  cudaFree(d_out);
  std::printf("%d\n", bad);
  return bad;
}
