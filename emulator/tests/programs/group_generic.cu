// One function for any group: a reduction in shared memory for a block or a tile, and the indices within a block.
#include <cooperative_groups.h>

#include <cstdio>
using namespace cooperative_groups;

__device__ int sum_over(thread_group g, int* memory, int value) {
  const int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    memory[lane] = value;
    g.sync();
    if (lane < i) value += memory[lane + i];
    g.sync();
  }
  return value;
}
template <typename Group>
__device__ int broadcast_last(const Group& g, int* slot, int value) {
  if (g.thread_rank() == g.size() - 1) *slot = value;
  g.sync();
  const int result = *slot;
  g.sync();
  return result;
}
__device__ int thread_sum(const int* input, int n) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += blockDim.x * gridDim.x) {
    const int4 in = ((const int4*)input)[i];
    sum += in.x + in.y + in.z + in.w;
  }
  return sum;
}
__global__ void sum_kernel(int* sum, const int* input, int n) {
  extern __shared__ int temp[];
  const int my_sum = thread_sum(input, n);
  thread_block g = this_thread_block();
  const int tile_index = g.thread_rank() / 64;
  thread_block_tile<32> warp = tiled_partition<32>(g);
  const int block_sum = sum_over(g, temp, my_sum);
  const int warp_sum = sum_over(warp, temp + warp.meta_group_rank() * 32, 1);
  if (g.thread_rank() == 0) atomicAdd(sum, block_sum);
  if (warp.thread_rank() == 0) atomicAdd(sum + 1, warp_sum);
  const int last = broadcast_last(g, temp, g.thread_rank() + tile_index);
  if (g.thread_rank() == 5 && blockIdx.x == 1) sum[2] = last;
  if (g.group_index().x == 2 && g.thread_index().x == 9) sum[3] = g.group_dim().x * 1000 + g.thread_rank();
}

int main() {
  const int n = 1 << 12, block_size = 128, blocks = 4;
  int *sum, *data;
  cudaMallocManaged(&sum, 4 * sizeof(int));
  cudaMallocManaged(&data, n * sizeof(int));
  for (int i = 0; i < n; ++i) data[i] = 1 + i % 2;
  cudaMemset(sum, 0, 4 * sizeof(int));
  sum_kernel<<<blocks, block_size, block_size * sizeof(int)>>>(sum, data, n);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("sum %d, threads %d, last rank %d, where %d\n", sum[0], sum[1], sum[2], sum[3]);
  cudaFree(sum);
  cudaFree(data);
}
