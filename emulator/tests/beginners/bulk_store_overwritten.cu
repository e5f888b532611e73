// The block overwrites shared memory that a bulk copy still reads. Nobody has waited for it.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(int* out) {
  __shared__ alignas(128) int s[64];
  for (int turn = 0; turn < 4; turn++) {
    s[threadIdx.x] = 100 * turn + threadIdx.x;  //~ overwritten too early
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 64 * turn, s, sizeof(s));
      ptx::cp_async_bulk_commit_group();
    }
    __syncthreads();
  }
}
//= writes shared memory (s) that the bulk copy of bulk_store_overwritten.cu:13 still reads; it has not been waited for
int main() {
  int h[256], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<1, 64>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(out);
}
