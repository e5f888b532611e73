// options: -std=c++17 -arch=sm_90
// Inline PTX: asynchronous copies and stores that arrive at barriers in shared memory when they complete.
#include <cstdint>
#include <cstdio>

__device__ uint32_t shared_address(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ void wait_for_phase(uint32_t barrier, uint32_t phase) {
  uint32_t done = 0;
  while (!done) {
    asm volatile(
        "{\n\t.reg .pred complete;\n\t"
        "mbarrier.try_wait.parity.shared::cta.b64 complete, [%1], %2;\n\t"
        "selp.u32 %0, 1, 0, complete;\n\t}"
        : "=r"(done)
        : "r"(barrier), "r"(phase)
        : "memory");
  }
}

// Each thread's copy arrives at the barrier when it completes, so no __syncthreads is needed.
__global__ void reverse(const int4* in, int4* out, int turns) {
  __shared__ int4 buffer[64];
  __shared__ alignas(8) uint64_t full, empty;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&full)), "r"(blockDim.x));
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&empty)), "r"(blockDim.x));
  }
  __syncthreads();
  for (int turn = 0; turn < turns; ++turn) {
    if (turn > 0) wait_for_phase(shared_address(&empty), (turn - 1) & 1);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(buffer + threadIdx.x)),
                 "l"(in + turn * 64 + threadIdx.x)
                 : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&full)) : "memory");
    wait_for_phase(shared_address(&full), turn & 1);
    const int4 value = buffer[63 - threadIdx.x];
    out[turn * 64 + threadIdx.x] = value;
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&empty)) : "memory");
  }
}

// Each block of the cluster sends a vector to its neighbour, whose barrier waits for 16 bytes.
__global__ void __cluster_dims__(2) send(int* out) {
  __shared__ alignas(16) int inbox[4];
  __shared__ alignas(8) uint64_t arrived;
  uint32_t rank, target, target_barrier;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&arrived)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(shared_address(&arrived)) : "memory");
  }
  asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
  if (threadIdx.x == 0) {
    const int base = static_cast<int>(blockIdx.x) * 10;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(target) : "r"(shared_address(inbox)), "r"(rank ^ 1));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(target_barrier)
                 : "r"(shared_address(&arrived)), "r"(rank ^ 1));
    asm volatile(
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(target),
        "r"(base), "r"(base + 1), "r"(base + 2), "r"(base + 3), "r"(target_barrier)
        : "memory");
    wait_for_phase(shared_address(&arrived), 0);
    for (int i = 0; i < 4; ++i) out[blockIdx.x * 4 + i] = inbox[i];
  }
  asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
}

int main() {
  constexpr int turns = 3;
  int *in, *out;
  cudaMallocManaged(&in, turns * 64 * sizeof(int4));
  cudaMallocManaged(&out, turns * 64 * sizeof(int4));
  for (int i = 0; i < turns * 256; ++i) in[i] = i;
  reverse<<<1, 64>>>(reinterpret_cast<const int4*>(in), reinterpret_cast<int4*>(out), turns);
  printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d %d %d\n", out[0], out[257], out[767]);
  send<<<4, 32>>>(out);
  printf("%s", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 16; ++i) printf(" %d", out[i]);
  printf("\n");
  cudaFree(in);
  cudaFree(out);
}
