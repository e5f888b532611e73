// options: -std=c++17 -arch=sm_90
// Clusters in inline PTX: special registers, addresses of another block's shared memory, barriers at which other blocks
// arrive.
#include <cstdint>
#include <cstdio>

__device__ uint32_t shared_address(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ uint32_t address_of_rank(uint32_t address, uint32_t rank) {
  uint32_t mapped;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address), "r"(rank));
  return mapped;
}
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

// Block 0 waits at a barrier in its shared memory. Each block of the cluster stores a value there and then arrives.
__global__ void __cluster_dims__(4) gather(int* out) {
  __shared__ int values[4];
  __shared__ alignas(8) uint64_t barrier;
  uint32_t rank, size;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  if (rank == 0 && threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(size));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    const uint32_t target = address_of_rank(shared_address(values + rank), 0);
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(target), "r"((blockIdx.x + 1) * 11) : "memory");
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                     address_of_rank(shared_address(&barrier), 0))
                 : "memory");
  }
  if (rank == 0 && threadIdx.x == 0) {
    uint32_t done = 0;
    while (!done) {
      asm volatile(
          "{\n\t.reg .pred p;\n\t"
          "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n\t"
          "selp.u32 %0, 1, 0, p;\n\t}"
          : "=r"(done)
          : "r"(shared_address(&barrier)), "r"(0)
          : "memory");
    }
    uint32_t owner;
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(owner) : "r"(address_of_rank(shared_address(values), 3)));
    int* const mine = out + blockIdx.x / size * 5;
    for (int i = 0; i < 4; ++i) mine[i] = values[i];
    mine[4] = static_cast<int>(owner);
  }
  cluster_sync();
}

int main() {
  int* out;
  cudaMallocManaged(&out, 15 * sizeof(int));
  gather<<<12, 32>>>(out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 15; ++i) printf("%d%s", out[i], i % 5 == 4 ? "\n" : " ");
  cudaFree(out);
}
