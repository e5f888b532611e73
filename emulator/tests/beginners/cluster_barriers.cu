//? silent
// Blocks of a cluster read each other's shared memory between two barriers of the cluster, the first of which is split;
// and they send bytes to a barrier of the other block, which waits for them and needs no other barrier before it ends.
#include <cooperative_groups.h>

#include <cstdint>
#include <cuda/barrier>
#include <cuda/ptx>
namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
__global__ void __cluster_dims__(2, 1, 1) exchange(int* out) {
  __shared__ int mine[32];
  auto cluster = cg::this_cluster();
  mine[threadIdx.x] = cluster.block_rank() * 100 + threadIdx.x;
  cluster.barrier_arrive();
  cluster.barrier_wait();
  const int* other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x];
  cluster.sync();
}
__global__ void __cluster_dims__(2, 1, 1) send(int* out) {
  __shared__ alignas(8) int inbox[32];
  __shared__ alignas(8) uint64_t full;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &full, sizeof(inbox));
  }
  cluster.sync();
  const unsigned other = cluster.block_rank() ^ 1;
  const int value = cluster.block_rank() * 100 + threadIdx.x;
  ptx::st_async(cluster.map_shared_rank(inbox, other) + threadIdx.x, value, cluster.map_shared_rank(&full, other));
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[blockIdx.x * 32 + threadIdx.x] = inbox[threadIdx.x];
}
int main() {
  int h[64], *out;
  cudaMalloc(&out, sizeof(h));
  for (auto* kernel : {exchange, send}) {
    kernel<<<2, 32>>>(out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
      if (h[i] != (1 - i / 32) * 100 + i % 32) return 1;
    }
  }
  cudaFree(out);
}
