// One thread adds up what all threads of its block have stored, and the barrier between the two is missing. On a GPU
// this race gives the right result: the block's warps start together and store before the sum reaches their values.
#include <cstdio>

constexpr int threads = 128, blocks = 6;

__global__ void sum_of_block(const int* in, int* sums) {
  __shared__ int values[threads];
  const int t = threadIdx.x;
  values[t] = in[blockIdx.x * threads + t];
  if (t == 0) {
    int sum = 0;
    for (int i = 0; i < threads; ++i) sum += values[i];  //~ one thread reads what others store in values
    sums[blockIdx.x] = sum;
  }
}

__global__ void largest(const int* in, int* out) {
  extern __shared__ int copy[];
  copy[threadIdx.x] = in[threadIdx.x] * 3 % 101;
  if (!threadIdx.x)
    for (int i = 0; i < blockDim.x; ++i) atomicMax(out, copy[i]);  //~ one thread reads what others store in copy
}

// All lanes of the warp have counted before the first one reads the count.
__global__ void all_counted(int* counter, int* early) {
  const int before = atomicAdd(counter, 1);
  if (*counter != blockDim.x || before >= blockDim.x) atomicAdd(early, 1);  //~ threads read counter while others still
}

int main() {
  int *in, *sums;
  cudaMallocManaged(&in, threads * blocks * sizeof(int));
  cudaMallocManaged(&sums, (blocks + 3) * sizeof(int));
  for (int i = 0; i < threads * blocks; ++i) in[i] = i % 17 + 1;
  for (int i = 0; i < blocks + 3; ++i) sums[i] = 0;
  sum_of_block<<<blocks, threads>>>(in, sums);
  largest<<<1, threads, threads * sizeof(int)>>>(in, sums + blocks);
  all_counted<<<1, 32>>>(sums + blocks + 1, sums + blocks + 2);
  cudaDeviceSynchronize();
  for (int i = 0; i <= blocks; ++i) printf("%d ", sums[i]);
  printf("\n%d counted, %d looked early\n", sums[blocks + 1], sums[blocks + 2]);
  cudaFree(in);
  cudaFree(sums);
}
//? plain only
