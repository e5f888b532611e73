// Blocks of a cluster read each other's shared memory: before the other block has started, or after it may have ended.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2, 1, 1) no_last_one(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = cluster.block_rank() * 100 + threadIdx.x;
  cluster.sync();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];  //~ memory of a block that may have ended
}
__global__ void __cluster_dims__(2, 1, 1) no_first_one(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = cluster.block_rank() * 100 + threadIdx.x;
  __syncthreads();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];  //~ memory of a block that may not have started
  cluster.sync();
}
int main() {
  int h[64], *out;
  cudaMalloc(&out, sizeof(h));
  cudaMemset(out, 0, sizeof(h));
  no_last_one<<<2, 32>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  no_first_one<<<2, 32>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(out);
}
