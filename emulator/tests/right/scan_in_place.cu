// Blelloch's scan of one block, in place, with padding against bank conflicts, then sums of blocks are added.
#include <stdio.h>
#include <stdlib.h>
#define N 512
#define PAD(i) ((i) + ((i) >> 5))
__global__ void scan_block(int* data, int* sums) {
  __shared__ int temp[PAD(2 * N) + 1];
  int t = threadIdx.x, offset = 1;
  int base = blockIdx.x * 2 * N;
  temp[PAD(2 * t)] = data[base + 2 * t];
  temp[PAD(2 * t + 1)] = data[base + 2 * t + 1];
  for (int d = N; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) temp[PAD(offset * (2 * t + 2) - 1)] += temp[PAD(offset * (2 * t + 1) - 1)];
    offset *= 2;
  }
  if (t == 0) {
    sums[blockIdx.x] = temp[PAD(2 * N - 1)];
    temp[PAD(2 * N - 1)] = 0;
  }
  for (int d = 1; d < 2 * N; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      int a = PAD(offset * (2 * t + 1) - 1), b = PAD(offset * (2 * t + 2) - 1);
      int s = temp[a];
      temp[a] = temp[b];
      temp[b] += s;
    }
  }
  __syncthreads();
  data[base + 2 * t] = temp[PAD(2 * t)];
  data[base + 2 * t + 1] = temp[PAD(2 * t + 1)];
}
__global__ void add_sums(int* data, const int* sums) {
  int before = 0;
  for (int b = 0; b < blockIdx.x; b++) before += sums[b];
  data[blockIdx.x * 2 * N + threadIdx.x] += before;
  data[blockIdx.x * 2 * N + threadIdx.x + N] += before;
}
int main() {
  const int blocks = 3, n = blocks * 2 * N;
  int *h = (int*)malloc(n * sizeof(int)), *d, *s;
  for (int i = 0; i < n; i++) h[i] = i % 4;
  cudaMalloc(&d, n * sizeof(int));
  cudaMalloc(&s, blocks * sizeof(int));
  cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
  scan_block<<<blocks, N>>>(d, s);
  add_sums<<<blocks, N>>>(d, s);
  cudaMemcpy(h, d, n * sizeof(int), cudaMemcpyDeviceToHost);
  int sum = 0, bad = 0;
  for (int i = 0; i < n; i++) {
    bad += h[i] != sum;
    sum += i % 4;
  }
  cudaFree(d);
  cudaFree(s);
  free(h);
  printf("%d bad\n", bad);
  return bad != 0;
}
