// A block ends before the bulk copies that read its shared memory: the wait leaves one group too many.
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
__global__ void k(int* out) {
  __shared__ alignas(128) int s[2][64];
  for (int turn = 0; turn < 2; turn++) {
    s[turn][threadIdx.x] = 100 * turn + threadIdx.x;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 64 * turn, s[turn], 256);  //~ work that nobody
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    }
    __syncthreads();
  }
}
int main() {
  int h[128], *out;
  cudaMalloc(&out, sizeof(h));
  k<<<1, 64>>>(out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(out);
}
