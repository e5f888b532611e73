// Blocks of a cluster that exchange values through shared memory, in all forms that order them.
//? silent
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ uint32_t address_of(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ uint32_t there(const void* p, uint32_t rank) {
  uint32_t address;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(address) : "r"(address_of(p)), "r"(rank));
  return address;
}
__device__ void wait(uint64_t* barrier, uint32_t phase) {
  uint32_t done = 0;
  while (!done) {
    asm volatile(
        "{\n.reg .pred p;\nmbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
        "selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(address_of(barrier)), "r"(phase)
        : "memory");
  }
}
// A fence of the thread that stores, and a barrier of the cluster that releases nothing.
__global__ void __cluster_dims__(2) fence_and_relaxed(int* out) {
  __shared__ int given[2];
  const cg::cluster_group cluster = cg::this_cluster();
  const int rank = cluster.block_rank();
  cluster.sync();
  if (threadIdx.x < 2) {
    cluster.map_shared_rank(given, threadIdx.x)[rank] = rank + 1;
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
  }
  asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  if (threadIdx.x == 40) out[blockIdx.x] = given[0] + given[1];
}
// Both halves of the barrier, in a loop that uses the memory again; a warp's store is released by another one.
__global__ void __cluster_dims__(2) halves(int* out) {
  __shared__ int tile[64];
  const cg::cluster_group cluster = cg::this_cluster();
  const int other = 1 - cluster.block_rank();
  int sum = 0;
  for (int turn = 0; turn < 3; ++turn) {
    tile[threadIdx.x] = turn + blockIdx.x;
    cluster.barrier_arrive();
    cluster.barrier_wait();
    sum += cluster.map_shared_rank(tile, other)[63 - threadIdx.x];
    asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
  }
  cluster.map_shared_rank(tile, other)[threadIdx.x] = sum;
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = tile[63 - threadIdx.x];
}
// Each other's barriers: the stores are released in the cluster, and what was read is given back.
__global__ void __cluster_dims__(2) arrivals(int* out) {
  __shared__ uint64_t full, empty;
  __shared__ int given[32];
  const uint32_t other = 1 - blockIdx.x % 2;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(address_of(&full)) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address_of(&empty)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
  int sum = 0;
  for (uint32_t turn = 0; turn < 3; ++turn) {
    if (threadIdx.x < 32) {
      wait(&empty, (turn + 1) & 1);
      asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there(&given[threadIdx.x], other)), "r"(turn + 1)
                   : "memory");
      asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there(&full, other))
                   : "memory");
    } else {
      wait(&full, turn & 1);
      sum += given[63 - threadIdx.x];
      __syncwarp();
      if (threadIdx.x == 32) {
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there(&empty, other))
                     : "memory");
      }
    }
  }
  if (threadIdx.x >= 32) out[blockIdx.x * 32 + threadIdx.x - 32] = sum;
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}
// Bins of a histogram in all blocks, and atomics of all of them.
__global__ void __cluster_dims__(4) bins(int* out) {
  __shared__ int bin[16];
  const cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x < 16) bin[threadIdx.x] = 0;
  cluster.sync();
  const int value = (threadIdx.x * 7 + blockIdx.x) % 64;
  atomicAdd(cluster.map_shared_rank(bin, value / 16) + value % 16, 1);
  cluster.sync();
  if (threadIdx.x < 16) out[blockIdx.x * 16 + threadIdx.x] = bin[threadIdx.x];
}
int main() {
  int h[128], *out;
  cudaMalloc(&out, sizeof(h));
  const auto show = [&](int n) {
    cudaMemcpy(h, out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += h[i];
    printf("%d %d\n", h[0], sum);
  };
  fence_and_relaxed<<<2, 64>>>(out);
  show(2);
  halves<<<2, 64>>>(out);
  show(128);
  arrivals<<<2, 64>>>(out);
  show(64);
  bins<<<4, 64>>>(out);
  show(64);
  cudaFree(out);
}
