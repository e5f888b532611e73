// cuda::barrier in shared memory: separate arrive and wait, a producer and consumers, and arrive_and_drop.
#include <cooperative_groups.h>

#include <cstdio>
#include <cuda/barrier>
#include <utility>

#pragma nv_diag_suppress static_var_with_dynamic_init

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void split_phase(int* out) {
  __shared__ Barrier barrier;
  __shared__ int values[256];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    values[threadIdx.x] = threadIdx.x * (round + 1);
    Barrier::arrival_token token = barrier.arrive();
    const int own = round * 1000;  // work that does not depend on other threads
    barrier.wait(std::move(token));
    sum += own + values[(threadIdx.x + 1) % blockDim.x];
    barrier.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}

// Warp 0 fills one half of a buffer while the other warps use the other half.
__global__ void producer_consumer(int* out, int batches) {
  auto block = cooperative_groups::this_thread_block();
  __shared__ int buffer[2][32];
  __shared__ Barrier ready[2], filled[2];
  if (block.thread_rank() < 2) {
    init(&ready[block.thread_rank()], block.size());
    init(&filled[block.thread_rank()], block.size());
  }
  block.sync();
  if (block.thread_rank() < 32) {
    for (int b = 0; b < batches; ++b) {
      ready[b % 2].arrive_and_wait();
      buffer[b % 2][threadIdx.x] = b * 100 + threadIdx.x;
      (void)filled[b % 2].arrive();
    }
  } else {
    (void)ready[0].arrive();
    (void)ready[1].arrive();
    int sum = 0;
    for (int b = 0; b < batches; ++b) {
      filled[b % 2].arrive_and_wait();
      sum += buffer[b % 2][threadIdx.x % 32];
      (void)ready[b % 2].arrive();
    }
    out[threadIdx.x] = sum;
  }
}

__global__ void dropping(int* out) {
  __shared__ Barrier barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (unsigned round = 0; round < 8; ++round) {
    if (threadIdx.x / 8 == round) {
      barrier.arrive_and_drop();
      out[threadIdx.x] = round;
      return;
    }
    barrier.arrive_and_wait();
  }
  out[threadIdx.x] = 99;
}

void show(const char* what, const int* values, int count) {
  long long mixed = 0;
  for (int i = 0; i < count; ++i) mixed = mixed * 7 + values[i];
  printf("%s: %d %d ... %d, %lld, %s\n", what, values[0], values[1], values[count - 1], mixed % 1000003,
         cudaGetErrorString(cudaGetLastError()));
}

int main() {
  int* out;
  cudaMallocManaged(&out, 256 * sizeof(int));
  split_phase<<<1, 256>>>(out);
  cudaDeviceSynchronize();
  show("split", out, 256);
  producer_consumer<<<1, 128>>>(out, 10);
  cudaDeviceSynchronize();
  show("producer and consumers", out + 32, 96);
  dropping<<<1, 96>>>(out);
  cudaDeviceSynchronize();
  show("dropping", out, 96);
  cudaFree(out);
}
