#include <cooperative_groups.h>

constexpr int blocks = 4, threads = 64;  // of a cluster, of a block

// totals[block] = the sum of the 256 numbers of its cluster: every block of a cluster of four writes it. The blocks
// read 64 numbers each.
__global__ void __cluster_dims__(blocks, 1, 1) cluster_sum(const int* x, int* totals) {
  __shared__ int part[threads];
  const auto cluster = cooperative_groups::this_cluster();
  const int t = threadIdx.x;
  part[t] = x[blockIdx.x * threads + t];
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  // part[0] is the block's sum
  // [starter
  //- static_cast<void>(cluster), static_cast<void>(totals);
  cluster.sync();  // all blocks have started and have their sums
  if (t == 0) {
    int total = 0;
    for (int block = 0; block < blocks; ++block) total += cluster.map_shared_rank(part, block)[0];
    totals[blockIdx.x] = total;
  }
  cluster.sync();  // nobody reads this block's sum any more
  // starter]
}
