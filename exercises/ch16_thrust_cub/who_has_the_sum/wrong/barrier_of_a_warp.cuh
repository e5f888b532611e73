// rejected: race in shared memory|should be
#include <cub/block/block_reduce.cuh>

constexpr int block_size = 256;

// out[i] = for element i: 256 times itself minus the sum of its block; past the end are zeros
__global__ void differences_kernel(const int* x, int* out, int n) {
  using Reduce = cub::BlockReduce<int, block_size>;
  __shared__ typename Reduce::TempStorage memory;
  const int i = blockIdx.x * block_size + threadIdx.x;
  const int value = i < n ? x[i] : 0;
  const int sum = Reduce(memory).Sum(value);
  __shared__ int total;
  if (threadIdx.x == 0) total = sum;
  __syncwarp();
  if (i < n) out[i] = block_size * value - total;
}
