// Split barriers, where threads arrive first and wait later: the primitives, and the class built on them.
#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>

#include <cstdio>

using nvcuda::experimental::awbarrier;

// Each thread writes, arrives, does independent work, and only then waits for what the others wrote.
__global__ void exchange(const int* in, int* out, int turns) {
  __shared__ int values[2][128];
  __shared__ __mbarrier_t written;
  if (threadIdx.x == 0) __mbarrier_init(&written, blockDim.x);
  __syncthreads();
  int mine = in[threadIdx.x];
  for (int turn = 0; turn < turns; ++turn) {
    values[turn % 2][threadIdx.x] = mine;
    const __mbarrier_token_t token = __mbarrier_arrive(&written);
    const int own = mine * 3 + turn;
    while (!__mbarrier_test_wait(&written, token)) {
    }
    mine = own + values[turn % 2][(threadIdx.x + 1) % blockDim.x];
  }
  out[threadIdx.x] = mine;
  __syncthreads();
  if (threadIdx.x == 0) __mbarrier_inval(&written);
}

// The upper half of the threads leaves after one turn; the barrier then expects fewer arrivals.
__global__ void leave_early(int* out) {
  __shared__ awbarrier barrier;
  __shared__ int count;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    count = 0;
  }
  __syncthreads();
  atomicAdd(&count, 1);
  if (threadIdx.x >= blockDim.x / 2) {
    barrier.arrive_and_drop();
    return;
  }
  barrier.arrive_and_wait();
  if (threadIdx.x == 0) out[0] = count;
  barrier.arrive_and_wait();
  atomicAdd(&count, 100);
  const awbarrier::arrival_token token = barrier.arrive();
  barrier.wait(token);
  if (threadIdx.x == 1) out[1] = count;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 128 * sizeof(int));
  cudaMallocManaged(&out, 128 * sizeof(int));
  for (int i = 0; i < 128; ++i) in[i] = i;
  exchange<<<1, 128>>>(in, out, 4);
  printf("exchange: %s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d %d %d\n", out[0], out[1], out[127]);
  leave_early<<<1, 64>>>(out);
  printf("leave early: %s", cudaGetErrorString(cudaDeviceSynchronize()));
  printf(" %d %d\n", out[0], out[1]);
  cudaFree(in);
  cudaFree(out);
}
