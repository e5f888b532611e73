//? silent
// Asynchronous copies that are waited for: by each thread, by a pipeline of the block, by a barrier, by a group; the
// last turns copy nothing, and nobody waits for that.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
__global__ void by_threads(const int* x, int* out, int tiles) {
  __shared__ alignas(16) int buffer[2][64];
  const int t = threadIdx.x;
  int s = 0;
  __pipeline_memcpy_async(&buffer[0][t], x + t, 4);
  __pipeline_commit();
  for (int i = 0; i < tiles; i++) {
    __pipeline_memcpy_async(&buffer[(i + 1) % 2][t], x + (i + 1 < tiles ? 64 * (i + 1) + t : 0), 4,
                            i + 1 < tiles ? 0 : 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    s += buffer[i % 2][63 - t];
    __syncthreads();
  }
  out[t] = s;
}
__global__ void by_pipeline(const int* x, int* out, int tiles) {
  __shared__ alignas(16) int buffer[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  auto pipeline = cuda::make_pipeline(block, &state);
  int s = 0;
  for (int i = 0, ahead = 0; i < tiles; i++) {
    for (; ahead < tiles && ahead < i + 2; ahead++) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, buffer[ahead % 2], x + 64 * ahead, 64 * sizeof(int), pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    s += buffer[i % 2][63 - threadIdx.x];
    pipeline.consumer_release();
  }
  out[threadIdx.x] = s;
}
__global__ void by_barrier(const int* x, int* out, int tiles) {
  __shared__ alignas(16) int buffer[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> full;
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0) init(&full, 64);
  block.sync();
  int s = 0;
  for (int i = 0; i < tiles; i++) {
    cuda::memcpy_async(block, buffer, x + 64 * i, 64 * sizeof(int), full);
    full.arrive_and_wait();
    s += buffer[63 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = s;
}
__global__ void by_group(const int* x, int* out, int tiles) {
  __shared__ alignas(16) int buffer[64];
  auto block = cg::this_thread_block();
  int s = 0;
  for (int i = 0; i < tiles; i++) {
    cg::memcpy_async(block, buffer, x + 64 * i, 64 * sizeof(int));
    cg::wait(block);
    s += buffer[63 - threadIdx.x];
    block.sync();
  }
  out[threadIdx.x] = s;
}
int main() {
  int h[12 * 64], *x, *out;
  for (int i = 0; i < 12 * 64; i++) h[i] = i;
  cudaMalloc(&x, sizeof(h));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice);
  for (auto* kernel : {by_threads, by_pipeline, by_barrier, by_group}) {
    kernel<<<1, 64>>>(x, out, 12);
    int result[64];
    cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
    if (result[0] != 4980 || result[63] != 4224) return 1;
  }
  cudaFree(x);
  cudaFree(out);
}
