// A store into the other block's shared memory, and an arrival at its barrier whose scope is this block: without
// .release.cluster the store need not be there when the other block has waited. cluster_exchanges.cu has it.
#include <cstdint>
#include <cstdio>
__device__ uint32_t address_of(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ uint32_t there(const void* p, uint32_t rank) {
  uint32_t address;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(address) : "r"(address_of(p)), "r"(rank));
  return address;
}
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
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
__global__ void __cluster_dims__(2) k(int* out) {
  __shared__ uint64_t barrier;
  __shared__ int given;
  const uint32_t other = 1 - blockIdx.x % 2;
  if (threadIdx.x == 0) {
    asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(address_of(&barrier))
        : "memory");
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there(&given, other)), "r"(7u) : "memory");
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(there(&barrier, other)) : "memory");
  }
  wait(&barrier, 0);
  if (threadIdx.x == 40) out[blockIdx.x] = given;  //~ race in shared memory (given)
  cluster_sync();
}
int main() {
  int h[2], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<2, 64>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[1]);
  cudaFree(out);
}
