// A block reads shared memory of the other block of its cluster, which overwrites it after a barrier of its own threads
// only.
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) k(int* out) {
  __shared__ int tile[64];
  const cg::cluster_group cluster = cg::this_cluster();
  const int other = 1 - cluster.block_rank();
  int sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    tile[threadIdx.x] = turn + blockIdx.x;  //~ race in shared memory (tile)
    cluster.sync();
    sum += cluster.map_shared_rank(tile, other)[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
  cluster.sync();
}
int main() {
  int h[128], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<2, 64>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[127]);
  cudaFree(out);
}
