// Four ways to sum, which must agree: atomics, a tree in shared memory, warp shuffles, and a second pass.
#include <cstdio>

__global__ void by_atomics(const int* x, int n, int* sum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}
template <int threads>
__global__ void __launch_bounds__(threads) by_tree(const int* x, int n, int* sum) {
  __shared__ int part[threads];
  int own = 0;
  for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) own += x[i];
  part[threadIdx.x] = own;
  __syncthreads();
#pragma unroll
  for (int half = threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sum[blockIdx.x] = part[0];
}
__device__ __forceinline__ int warp_sum(int v) {
  for (int offset = warpSize / 2; offset > 0; offset >>= 1) v += __shfl_xor_sync(0xffffffffu, v, offset);
  return v;
}
__global__ void by_shuffles(const int* x, int n, int* sum) {
  __shared__ int warps[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int v = warp_sum(i < n ? x[i] : 0);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = v;
  __syncthreads();
  if (threadIdx.x < 32) {
    const int total = warp_sum(threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : 0);
    if (threadIdx.x == 0) atomicAdd(sum, total);
  }
}

int main() {
  const int n = 100003;
  int *x, *sums;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&sums, 64 * sizeof(int));
  long long expected = 0;
  for (int i = 0; i < n; ++i) expected += x[i] = i % 1000 - 300;
  for (int i = 0; i < 64; ++i) sums[i] = 0;
  by_atomics<<<(n + 127) / 128, 128>>>(x, n, &sums[0]);
  by_shuffles<<<(n + 511) / 512, 512>>>(x, n, &sums[1]);
  by_tree<256><<<32, 256>>>(x, n, &sums[32]);
  by_tree<32><<<1, 32>>>(&sums[32], 32, &sums[2]);
  cudaDeviceSynchronize();
  printf("host %lld, atomics %d, shuffles %d, two passes %d\n", expected, sums[0], sums[1], sums[2]);
  cudaFree(x);
  cudaFree(sums);
}
