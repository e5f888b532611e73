// Threads that wait for others and do something else in between: the poll of a volatile stands in the loop's body, or
// the lanes of a warp take a lock together.
#include <cstdio>

__global__ void consume(volatile int* flag, int* out) {
  if (threadIdx.x == 0) {
    bool done = false;
    unsigned work = 0;
    while (!done) {
      if (*flag == 1) {
        out[0] = 42;
        done = true;
      }
      work = work * 3 + 1;
    }
    out[1] = work != 0;
  } else if (threadIdx.x == 40) {
    *flag = 1;
  }
}

// A lock for a warp: its first lane takes it, and all know.
__global__ void add_in_turn(int* lock, int* sum) {
  const int lane = threadIdx.x % 32;
  int mine = 0;
  while (true) {
    if (lane == 0) mine = atomicCAS(lock, 0, 1) == 0;
    mine = __shfl_sync(~0u, mine, 0);
    if (__ballot_sync(~0u, mine) == ~0u) break;
  }
  __threadfence();
  sum[lane] += 1;
  __threadfence();
  __syncwarp();
  if (lane == 0) atomicExch(lock, 0);
}

// The last warp begins: each waits for its turn.
__global__ void last_warp_first(volatile int* turn, volatile int* sum) {
  const int lane = threadIdx.x % 32, place = blockDim.x / 32 - 1 - threadIdx.x / 32;
  int now;
  do {
    now = *turn;
    now = __shfl_sync(~0u, now, 0);
  } while (__ballot_sync(~0u, now == place) != ~0u);
  __threadfence();
  sum[lane] += 1;
  __threadfence();
  __syncwarp();
  if (lane == 0) *turn = now + 1;
}

// The first block's threads meet until the last block has set the flag.
__global__ void meet_until_set(volatile int* flag, int* out) {
  __shared__ int seen;
  if (blockIdx.x + 1 == gridDim.x) {
    if (threadIdx.x == 0) *flag = 1;
    return;
  }
  while (true) {
    if (threadIdx.x == 0) seen = *flag;
    __syncthreads();
    const bool set = seen == 1;
    __syncthreads();
    if (set) break;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = 1;
}

int main() {
  int* memory;
  bool right = true;
  const auto begin = [&] { cudaMemset(memory, 0, 256 * sizeof *memory); };
  const auto expect = [&](const char* what, int place, int value) {
    int is = -1;
    const cudaError_t error = cudaMemcpy(&is, memory + place, sizeof is, cudaMemcpyDeviceToHost);
    std::printf("%s: %s, %d\n", what, cudaGetErrorName(error), is);
    right = right && error == cudaSuccess && is == value;
  };
  cudaMalloc(&memory, 256 * sizeof *memory);
  begin();
  consume<<<1, 64>>>(memory, memory + 1);
  expect("polls in the body", 1, 42);
  begin();
  add_in_turn<<<4, 256>>>(memory, memory + 32);
  expect("a lock per warp", 32 + 5, 32);
  begin();
  last_warp_first<<<1, 256>>>(memory, memory + 32);
  expect("the last warp first", 32 + 7, 8);
  begin();
  meet_until_set<<<2, 64>>>(memory, memory + 1);
  expect("barriers in the loop", 1, 1);
  cudaFree(memory);
  return right ? 0 : 1;
}
