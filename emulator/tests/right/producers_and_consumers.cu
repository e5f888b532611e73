// Blocks that pass on a chain of sums: each waits for the flag of the one before it, with fences.
#include <cstdio>
__device__ int next_block = 0;
__global__ void chained_sums(const int* x, int* prefix, volatile int* value, volatile int* ready) {
  __shared__ int block, sum;
  if (threadIdx.x == 0) {
    block = atomicAdd(&next_block, 1);  // blocks are numbered as they start
    sum = 0;
  }
  __syncthreads();
  atomicAdd(&sum, x[block * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    int before = 0;
    if (block > 0) {
      while (ready[block - 1] == 0) {
      }
      __threadfence();
      before = value[block - 1];
    }
    value[block] = before + sum;
    __threadfence();
    ready[block] = 1;
    prefix[block] = before;
  }
}
int main() {
  const int blocks = 8, threads = 64;
  int h[blocks * threads], got[blocks], *d, *p, *v, *r;
  for (int i = 0; i < blocks * threads; ++i) h[i] = i % 9;
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&p, sizeof got);
  cudaMalloc(&v, sizeof got);
  cudaMalloc(&r, sizeof got);
  cudaMemset(r, 0, sizeof got);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  chained_sums<<<blocks, threads>>>(d, p, v, r);
  cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(d), cudaFree(p), cudaFree(v), cudaFree(r);
  int sum = 0;
  for (int b = 0; b < blocks; ++b) {
    if (got[b] != sum) return std::printf("block %d\n", b), 1;
    for (int t = 0; t < threads; ++t) sum += h[b * threads + t];
  }
}
