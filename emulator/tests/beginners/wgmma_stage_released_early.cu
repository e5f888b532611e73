// A consumer gives its stage back when half of the products that read it have ended; wgmma_ring.cu does it in time.
#include <cuda_bf16.h>

#include <cstdint>
#include <cstdio>
__device__ uint32_t address_of(const void* p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}
__device__ uint64_t matrix(const void* p, uint32_t leading) {
  return (address_of(p) & 0x3ffff) >> 4 | uint64_t{leading >> 4} << 16 | uint64_t{128 >> 4} << 32;
}
__device__ void init(uint64_t* barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address_of(barrier)), "r"(count) : "memory");
}
__device__ void arrive(uint64_t* barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address_of(barrier)) : "memory");
}
__device__ void wait(uint64_t* barrier, uint32_t phase) {
  uint32_t done = 0;
  while (!done) {
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                 : "=r"(done)
                 : "r"(address_of(barrier)), "r"(phase)
                 : "memory");
  }
}
__device__ void load(void* to, const void* from, uint32_t bytes, uint64_t* barrier) {
  asm volatile(  //~ race in shared memory
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%2], [%3], %1, [%0];" ::"r"(
          address_of(barrier)),
      "r"(bytes), "r"(address_of(to)), "l"(from)
      : "memory");
}
// d (64 x 8) += a (64 x 16) b (16 x 8)
__device__ void multiply(float (&d)[4], const __nv_bfloat16* a, const __nv_bfloat16* b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(matrix(a, 1024)), "l"(matrix(b, 128)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}
constexpr int elements = 64 * 16 + 8 * 16, turns = 3;
__global__ void k(const __nv_bfloat16* in, float* out) {
  __shared__ alignas(128) __nv_bfloat16 stage[elements];
  __shared__ uint64_t arrived, released;
  if (threadIdx.x == 0) {
    init(&arrived, 1);
    init(&released, 4);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x < 128) {
    float d[4] = {}, e[4] = {};
    for (uint32_t turn = 0; turn < turns; ++turn) {
      wait(&arrived, turn & 1);
      multiply(d, stage, stage + 64 * 16);
      if (threadIdx.x % 32 == 0) arrive(&released);
      multiply(e, stage, stage + 64 * 16);
    }
    for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = d[i] + e[i];
  } else if (threadIdx.x == 128) {
    for (uint32_t turn = 0; turn < turns; ++turn) {
      wait(&released, (turn + 1) & 1);
      load(stage, in, sizeof(stage), &arrived);
    }
  }
}
int main() {
  float h[512];
  float* out;
  __nv_bfloat16 given[elements], *in;
  for (auto& x : given) x = __float2bfloat16(1);
  cudaMalloc(&in, sizeof(given));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, given, sizeof(given), cudaMemcpyHostToDevice);
  k<<<1, 160>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(in);
  cudaFree(out);
}
