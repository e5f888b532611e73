//? silent
// Products in a row on the same accumulators, with one group in flight; the accumulators of the first ones are changed
// behind a wait and a fence. One thread of the warpgroup says that a matrix may be written again.
#include <cuda_bf16.h>

#include <cstdint>
#include <cstdio>
__device__ uint64_t matrix(const void* p, uint32_t leading) {
  const uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(p));
  return (address & 0x3ffff) >> 4 | uint64_t{leading >> 4} << 16 | uint64_t{128 >> 4} << 32;
}
// d (64 x 8) += a (64 x 16) b (16 x 8)
__device__ void multiply(float (&d)[4], const __nv_bfloat16* a, const __nv_bfloat16* b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(matrix(a, 1024)), "l"(matrix(b, 128)));
}
__device__ void fence() {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}
__device__ void commit() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
__device__ void wait() {
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}
__device__ void fill(__nv_bfloat16* a, __nv_bfloat16* b, float x) {
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = __float2bfloat16(x);
  b[threadIdx.x] = __float2bfloat16(1);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}
template <int n>
__device__ void wait_until() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(n) : "memory");
}
__global__ void k(float* out) {
  __shared__ alignas(128) __nv_bfloat16 a[2][64 * 16], b[2][8 * 16];
  float d[4] = {};
  for (int turn = 0; turn < 4; turn++) {
    fill(a[turn % 2], b[turn % 2], turn + 1);
    fence();
    multiply(d, a[turn % 2], b[turn % 2]);
    commit();
    wait_until<1>();
    __syncthreads();
  }
  wait();
  for (float& x : d) x /= 10;
  fence();
  multiply(d, a[1], b[1]);
  multiply(d, a[1], b[1]);
  commit();
  wait();
  for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = d[i];
}
int main() {
  float h[512], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<1, 128>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  for (float x : h) {
    if (x != 16 + 128) return 1;
  }
  cudaFree(out);
}
