// Blocks of a cluster store into each other's shared memory and meet at a barrier whose first half releases nothing:
// the other block need not see the store. cluster_exchanges.cu has a fence.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) k(int* out) {
  __shared__ int given[2];
  const cg::cluster_group cluster = cg::this_cluster();
  const int rank = cluster.block_rank();
  cluster.sync();
  if (threadIdx.x < 2) cluster.map_shared_rank(given, threadIdx.x)[rank] = rank + 1;
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  if (threadIdx.x == 0) out[blockIdx.x] = given[0] + given[1];  //~ race in shared memory (given)
}
//= no barrier of the cluster between them
int main() {
  int h[2], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<2, 64>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[1]);
  cudaFree(out);
}
