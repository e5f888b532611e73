// The block starts an asynchronous copy and waits at a barrier, which does not wait for the copy.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>
namespace cg = cooperative_groups;
__global__ void reverse(const int* in, int* out) {
  __shared__ int tile[64];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + 64 * blockIdx.x, sizeof(int) * 64);
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = tile[63 - threadIdx.x];  //~ read too early
}
//= before the copy of group_copy_without_wait.cu:10 was waited for
int main() {
  int h[256], *in, *out;
  for (int i = 0; i < 256; i++) h[i] = i;
  cudaMalloc(&in, sizeof(h));
  cudaMalloc(&out, sizeof(h));
  cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
  reverse<<<4, 64>>>(in, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(in);
  cudaFree(out);
}
