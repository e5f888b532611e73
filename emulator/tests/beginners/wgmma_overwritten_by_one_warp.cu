// One warp has waited for its part of a product, and overwrites the matrix that the other warps' parts still read.
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
__global__ void k(float* out) {
  __shared__ alignas(128) __nv_bfloat16 a[64 * 16], b[8 * 16];
  fill(a, b, 1);
  float d[4] = {};
  fence();
  multiply(d, a, b);
  commit();
  wait();
  if (threadIdx.x < 32) a[63 * 8 + threadIdx.x] = __float2bfloat16(2);  //~ overwritten too early
  for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = d[i];
}
//= that the product of wgmma_overwritten_by_one_warp.cu:12 still reads; it has not been waited for
int main() {
  float h[512], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<1, 128>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%g\n", h[0]);
  cudaFree(out);
}
