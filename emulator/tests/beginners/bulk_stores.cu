//? silent
// Bulk copies from shared memory, which is written again when they have read it. The fence is executed by the threads
// that store, or by the one that starts the copy, behind the barrier.
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
template <bool by_all>
__global__ void k(int* out) {
  __shared__ alignas(128) int s[64];
  for (int turn = 0; turn < 4; turn++) {
    s[threadIdx.x] = 100 * turn + threadIdx.x;
    if (by_all) ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      if (!by_all) ptx::fence_proxy_async(ptx::space_shared);
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 64 * turn, s, sizeof(s));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}
int main() {
  int h[256], *out;
  cudaMalloc(&out, sizeof(h));
  for (auto* kernel : {k<true>, k<false>}) {
    cudaMemset(out, 0xff, sizeof(h));
    kernel<<<1, 64>>>(out);
    cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) {
      if (h[i] != i / 64 * 100 + i % 64) return 1;
    }
  }
  cudaFree(out);
}
