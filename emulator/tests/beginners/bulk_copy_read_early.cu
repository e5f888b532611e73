// The block reads what a bulk copy brings before it has waited for it.
#include <cstdio>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
__global__ void k(const int* x, int* out) {
  __shared__ alignas(128) int s[128];
  __shared__ barrier full;
  if (threadIdx.x == 0) {
    init(&full, 128);
    cuda::device::experimental::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(s, x, cuda::aligned_size_t<16>(512), full);
    token = cuda::device::barrier_arrive_tx(full, 1, 512);
  } else {
    token = full.arrive();
  }
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];  //~ read too early
  full.wait(std::move(token));
}
//= before the bulk copy of bulk_copy_read_early.cu:15 was waited for
int main() {
  int h[128], *x, *out;
  for (int i = 0; i < 128; i++) h[i] = i + 1;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  k<<<1, 128>>>(x, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[127]);
  cudaFree(x);
  cudaFree(out);
}
