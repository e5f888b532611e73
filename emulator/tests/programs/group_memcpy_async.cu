// Asynchronous copies into shared memory: one tile after another, then two stages that overlap.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>

#include <cstdio>
namespace cg = cooperative_groups;

const int block_size = 64;

__global__ void sum_tiles(const int* in, int tiles, long long* out) {
  __shared__ int tile[block_size];
  auto block = cg::this_thread_block();
  long long sum = 0;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    cg::memcpy_async(block, tile, in + t * block_size, sizeof(int) * block_size);
    cg::wait(block);
    sum += tile[block_size - 1 - threadIdx.x];  // copied by another thread
    block.sync();
  }
  auto warp = cg::tiled_partition<32>(block);
  sum = cg::reduce(warp, sum, cg::plus<long long>());
  if (warp.thread_rank() == 0) atomicAdd((unsigned long long*)out, (unsigned long long)sum);
}
__global__ void pipelined(const float4* in, float4* out, int tiles) {
  __shared__ float4 stage[2][block_size];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&stage[0][t], &in[t], sizeof(float4));
  __pipeline_commit();
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles) __pipeline_memcpy_async(&stage[(i + 1) % 2][t], &in[(i + 1) * block_size + t], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float4 v = stage[i % 2][(t + 1) % block_size];
    out[i * block_size + t] = make_float4(v.w, v.z, v.y, v.x);
    __syncthreads();
  }
}

int main() {
  const int tiles = 20, n = tiles * block_size;
  int* in;
  long long* sum;
  float4 *a, *b;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&sum, sizeof *sum);
  cudaMallocManaged(&a, n * sizeof(float4));
  cudaMallocManaged(&b, n * sizeof(float4));
  for (int i = 0; i < n; ++i) {
    in[i] = i;
    a[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
  }
  *sum = 0;
  sum_tiles<<<3, block_size>>>(in, tiles, sum);
  pipelined<<<1, block_size>>>(a, b, tiles);
  cudaDeviceSynchronize();
  printf("sum %lld, expected %lld\n", *sum, (long long)n * (n - 1) / 2);
  printf("%.2f %.2f %.2f\n", b[0].x, b[63].w, b[n - 2].y);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
