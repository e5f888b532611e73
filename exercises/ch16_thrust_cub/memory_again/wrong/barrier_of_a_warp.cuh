// rejected: race in shared memory
#include <cub/block/block_reduce.cuh>

constexpr int block_size = 256;

// Of each block's elements: first[block] = their sum, second[block] = the sum of their squares; past the end are zeros
__global__ void two_sums_kernel(const int* x, int* first, int* second, int n) {
  using Reduce = cub::BlockReduce<int, block_size>;
  __shared__ typename Reduce::TempStorage memory;
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int value = i < n ? x[i] : 0;
  const int sum = Reduce(memory).Sum(value);
  __syncwarp();
  const int other = Reduce(memory).Sum(value * value);
  if (threadIdx.x == 0) first[blockIdx.x] = sum;
  if (threadIdx.x == 0) second[blockIdx.x] = other;
}
