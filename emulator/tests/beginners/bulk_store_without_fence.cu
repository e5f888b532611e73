// Shared memory is written by stores and read by a bulk copy. Without fence.proxy.async the copy need not see the
// stores.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(int* out) {
  __shared__ alignas(128) int s[256];
  s[threadIdx.x] = threadIdx.x + 1;  //~ missing proxy fence
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, s, sizeof(s));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
int main() {
  int h[256], *out;
  cudaMalloc(&out, sizeof(h));
  cudaMemset(out, 0, sizeof(h));
  k<<<1, 256>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[0], h[255]);
  cudaFree(out);
}
