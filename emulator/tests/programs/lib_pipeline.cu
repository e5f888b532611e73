// Copies from global to shared memory in advance: cuda::memcpy_async with a barrier, and a pipeline of two
// stages.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>

#pragma nv_diag_suppress static_var_with_dynamic_init

namespace cg = cooperative_groups;

__global__ void with_barrier(const int* in, int* out, int batches) {
  auto block = cg::this_thread_block();
  extern __shared__ int tile[];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  int sum = 0;
  for (int b = 0; b < batches; ++b) {
    cuda::memcpy_async(block, tile, in + b * block.size(), sizeof(int) * block.size(), barrier);
    barrier.arrive_and_wait();
    sum += tile[block.size() - 1 - block.thread_rank()];
    barrier.arrive_and_wait();
  }
  out[block.thread_rank()] = sum;
}

__global__ void with_pipeline(const int* in, int* out, int batches) {
  constexpr unsigned stages = 2;
  auto block = cg::this_thread_block();
  extern __shared__ int tiles[];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto pipeline = cuda::make_pipeline(block, &state);
  const unsigned size = block.size();
  int sum = 0;
  for (int compute = 0, fetch = 0; compute < batches; ++compute) {
    for (; fetch < batches && fetch < compute + static_cast<int>(stages); ++fetch) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, tiles + (fetch % stages) * size, in + fetch * size, sizeof(int) * size, pipeline);
      pipeline.producer_commit();
    }
    pipeline.consumer_wait();
    sum += tiles[(compute % stages) * size + (block.thread_rank() + 1) % size];
    pipeline.consumer_release();
  }
  out[block.thread_rank()] = sum;
}

__global__ void own_pipeline(const int4* in, int* out) {
  extern __shared__ int4 slots[];
  auto pipeline = cuda::make_pipeline();
  pipeline.producer_acquire();
  cuda::memcpy_async(&slots[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(sizeof(int4)), pipeline);
  pipeline.producer_commit();
  pipeline.consumer_wait();
  const int4 v = slots[threadIdx.x];
  pipeline.consumer_release();
  out[threadIdx.x] = v.x + 10 * v.y + 100 * v.z + 1000 * v.w;
}

void show(const char* what, const int* out) {
  printf("%s:", what);
  for (int i = 0; i < 128; i += 25) printf(" %d", out[i]);
  printf(" (%s)\n", cudaGetErrorString(cudaGetLastError()));
}

int main() {
  const int threads = 128, batches = 9;
  int *in, *out;
  cudaMallocManaged(&in, threads * batches * sizeof(int));
  cudaMallocManaged(&out, threads * sizeof(int));
  for (int i = 0; i < threads * batches; ++i) in[i] = i * 7 % 1001;
  with_barrier<<<1, threads, threads * sizeof(int)>>>(in, out, batches);
  cudaDeviceSynchronize();
  show("barrier", out);
  with_pipeline<<<1, threads, 2 * threads * sizeof(int)>>>(in, out, batches);
  cudaDeviceSynchronize();
  show("pipeline", out);
  own_pipeline<<<1, threads, threads * sizeof(int4)>>>(reinterpret_cast<const int4*>(in), out);
  cudaDeviceSynchronize();
  show("own", out);
  cudaFree(in);
  cudaFree(out);
}
