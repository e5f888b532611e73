#include <cuda_pipeline.h>

constexpr int threads = 64, stages = 2;  // a piece of x has 64 numbers

// sums[block] = for each block the sum of `pieces` pieces of x, each number times its distance to the end of its piece.
// While a piece is added, the next one arrives in the other stage.
__global__ void ring_sum(const int* x, int* sums, int pieces) {
  __shared__ int ring[stages][threads];
  __shared__ int total;
  const int t = threadIdx.x;
  x += blockIdx.x * pieces * threads;
  if (t == 0) total = 0;
  __pipeline_memcpy_async(&ring[0][t], x + t, sizeof(int));
  __pipeline_commit();
  int sum = 0;
  for (int turn = 0; turn < pieces; ++turn) {
    const int next = turn + 1;
    if (next < pieces) __pipeline_memcpy_async(&ring[next % stages][t], x + next * threads + t, sizeof(int));
    // [starter
    //-
    __pipeline_commit();  // an empty batch counts too
    // starter]
    __pipeline_wait_prior(1);
    __syncthreads();  // for all threads: the piece is here
    sum += ring[turn % stages][threads - 1 - t] * (t + 1);
    __syncthreads();  // all have read: the stage may be filled again
  }
  atomicAdd(&total, sum);
  __syncthreads();
  if (t == 0) sums[blockIdx.x] = total;
}
