// Threads update a table at random places by atomics, through a restricted pointer.
#include <cstdio>

__global__ void update(unsigned long long* __restrict__ table, unsigned size) {
  unsigned long long x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int i = 0; i < 8; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    atomicXor(&table[x % size], x);
  }
}

int main() {
  const unsigned size = 128;
  unsigned long long sums[size], all = 0, *table;
  cudaMalloc(&table, sizeof sums);
  cudaMemset(table, 0, sizeof sums);
  update<<<4, 64>>>(table, size);
  cudaMemcpy(sums, table, sizeof sums, cudaMemcpyDeviceToHost);
  cudaFree(table);
  for (const unsigned long long sum : sums) all ^= sum;
  printf("%llx\n", all);
}
