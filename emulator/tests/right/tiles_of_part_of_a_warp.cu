// Tiles in blocks that are no multiple of 32 threads: full ones, and a last one whose threads use only values of those
// that exist.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void full(const int* x, int* sums) {  // 48 threads are three tiles of 16
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = x[threadIdx.x];
  for (int d = 8; d > 0; d /= 2) v += tile.shfl_down(v, d);
  const int all = cg::reduce(tile, x[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = v + all;
}
__global__ void guarded(const int* x, int* sums) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const unsigned there = min(32u, blockDim.x - tile.meta_group_rank() * 32);
  int v = x[threadIdx.x];
  for (unsigned d = 16; d > 0; d /= 2) {
    const int other = tile.shfl_down(v, d);
    if (tile.thread_rank() + d < there) v += other;
  }
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = v;
}
__global__ void of_those_that_are_there(const int* x, int* sums) {
  const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int first = tile.shfl(x[threadIdx.x], 0), marked = tile.any(threadIdx.x == 40);
  const auto group = cg::coalesced_threads();
  const int v = cg::reduce(group, x[threadIdx.x], cg::plus<int>());
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = v + first + marked;
}

int main() {
  int *x, *sums;
  cudaMallocManaged(&x, 48 * sizeof(int));
  cudaMallocManaged(&sums, 3 * sizeof(int));
  for (int i = 0; i < 48; ++i) x[i] = 1;
  full<<<1, 48>>>(x, sums);
  cudaDeviceSynchronize();
  std::printf("%d %d %d\n", sums[0], sums[1], sums[2]);
  guarded<<<1, 48>>>(x, sums);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", sums[0], sums[1]);
  of_those_that_are_there<<<1, 48>>>(x, sums);
  cudaDeviceSynchronize();
  std::printf("%d %d\n", sums[0], sums[1]);
  cudaFree(x);
  cudaFree(sums);
}
