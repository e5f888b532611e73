// Tiles of a block of 48 threads: the second tile has 16.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_by_shuffles(const int* x, int* sums) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int v = x[threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += tile.shfl_down(v, d);  //~ lane that does not exist
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = v;
}
__global__ void sum_by_reduce(const int* x, int* sums) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  const int v = cg::reduce(tile, x[threadIdx.x], cg::plus<int>());  //~ lane that does not exist
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = v;
}
__global__ void last_of_tile(const int* x, int* last) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  last[threadIdx.x] = tile.shfl(x[threadIdx.x], tile.size() - 1);  //~ lane that does not exist
}

int main() {
  int *x, *sums;
  cudaMallocManaged(&x, 48 * sizeof(int));
  cudaMallocManaged(&sums, 48 * sizeof(int));
  for (int i = 0; i < 48; ++i) x[i] = 1;
  sum_by_shuffles<<<1, 48>>>(x, sums);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", sums[0], sums[1]);
  sum_by_reduce<<<1, 40>>>(x, sums);
  cudaDeviceSynchronize();
  std::printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  last_of_tile<<<1, 48>>>(x, sums);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", sums[0], sums[32]);
  cudaFree(x);
  cudaFree(sums);
}
