// Cooperative groups: tiles of a block, a reduction, and a barrier across the whole grid.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>
namespace cg = cooperative_groups;

__global__ void tiles(int* sums) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  const int sum = cg::reduce(tile, static_cast<int>(block.thread_rank()), cg::plus<int>());
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
  const int neighbour = tile.shfl_down(static_cast<int>(tile.thread_rank()), 1);
  if (block.thread_rank() == 10)
    printf("thread 10 is %d of its tile, next to %d\n", (int)tile.thread_rank(), neighbour);
}

__global__ void two_phases(int* values, int* result, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) values[i] = i;
  grid.sync();
  for (int i = grid.thread_rank(); i < n; i += grid.size()) result[i] = values[n - 1 - i];
}

int main() {
  int *sums, *values, *result;
  int n = 500;
  cudaMallocManaged(&sums, 4 * sizeof(int));
  cudaMallocManaged(&values, n * sizeof(int));
  cudaMallocManaged(&result, n * sizeof(int));
  tiles<<<1, 32>>>(sums);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) printf("tile %d: %d\n", i, sums[i]);
  void* arguments[] = {&values, &result, &n};
  cudaError_t error = cudaLaunchCooperativeKernel((void*)two_phases, dim3(4), dim3(64), arguments, 0, 0);
  printf("launch: %s\n", cudaGetErrorString(error));
  cudaDeviceSynchronize();
  printf("reversed: %d %d\n", result[0], result[n - 1]);
  cudaFree(sums);
  cudaFree(values);
  cudaFree(result);
}
