// Blocks pass on a running sum, each to the next one, with a flag that follows a fence; tickets fix their order.
#include <cstdio>
__device__ unsigned next_ticket = 0;
__global__ void chained_sum(const int* x, volatile int* sums, volatile int* ready) {
  __shared__ unsigned ticket;
  __shared__ int block_total;
  if (threadIdx.x == 0) {
    ticket = atomicAdd(&next_ticket, 1u);
    block_total = 0;
  }
  __syncthreads();
  atomicAdd(&block_total, x[ticket * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    int before = 0;
    if (ticket > 0) {
      while (ready[ticket - 1] == 0) {
      }
      __threadfence();
      before = sums[ticket - 1];
    }
    sums[ticket] = before + block_total;
    __threadfence();
    ready[ticket] = 1;
  }
}
int main() {
  const int blocks = 4, threads = 64, n = blocks * threads;
  int h[n], sums[blocks], *d, *d_sums, *d_ready;
  for (int i = 0; i < n; ++i) h[i] = 1;
  if (cudaMalloc(&d, sizeof h) != cudaSuccess || cudaMalloc(&d_sums, sizeof sums) != cudaSuccess) return 3;
  if (cudaMalloc(&d_ready, sizeof sums) != cudaSuccess || cudaMemset(d_ready, 0, sizeof sums) != cudaSuccess) return 3;
  if (cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess) return 3;
  chained_sum<<<blocks, threads>>>(d, d_sums, d_ready);
  if (cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%d %d\n", sums[0], sums[3]);
  if (cudaFree(d) != cudaSuccess || cudaFree(d_sums) != cudaSuccess || cudaFree(d_ready) != cudaSuccess) return 3;
  return sums[3] != n;
}
