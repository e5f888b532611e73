// nvcc memory_spaces.cu && ./a.out
//
// Every thread adds 1 to a counter in each memory. The values that it reads afterwards show which threads share a
// counter; a second launch shows which counters keep their values. nvcc -Xptxas -v memory_spaces.cu shows what is used.
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t status, const char* call, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s: %s\n", line, call, cudaGetErrorString(status));
  std::exit(3);
}
#define CHECK(call) check(call, #call, __LINE__)

const int blocks = 3, block_size = 4, launches = 2, slots = 32;

struct Counters {
  int in_register, in_local, in_shared, in_constant;
};

__constant__ int in_constant;  // kernels read it, the host writes it
__device__ int in_global = 0;  // one for the whole device, until the program ends

__global__ void count_kernel(int slot, Counters* seen) {
  int in_register = 0;       // each thread's own variable
  int in_local[slots] = {};  // each thread's own array; a variable index needs local memory
  __shared__ int in_shared;  // one per block
  if (threadIdx.x == 0) in_shared = 0;
  __syncthreads();

  in_register += 1;
  in_local[slot] += 1;
  atomicAdd(&in_shared, 1);  // several threads, one counter: chapter 10
  atomicAdd(&in_global, 1);
  __syncthreads();  // all threads of the block have added

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  seen[i] = {in_register, in_local[slot], in_shared, in_constant};
}

int main() {
  const int threads = blocks * block_size, constant = 100;
  CHECK(cudaMemcpyToSymbol(in_constant, &constant, sizeof constant));
  Counters* d_seen;
  CHECK(cudaMalloc(&d_seen, threads * sizeof(Counters)));

  int wrong = 0;
  for (int launch = 1; launch <= launches; ++launch) {
    count_kernel<<<blocks, block_size>>>(launch, d_seen);
    CHECK(cudaGetLastError());
    std::vector<Counters> seen(threads);
    int global = 0;
    CHECK(cudaMemcpy(seen.data(), d_seen, threads * sizeof(Counters), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&global, in_global, sizeof global));  // only now have all blocks finished adding

    std::printf("launch %d: %d blocks of %d threads\n", launch, blocks, block_size);
    std::printf("  register %4d   each thread has its own\n", seen[0].in_register);
    std::printf("  local    %4d   each thread has its own\n", seen[0].in_local);
    std::printf("  shared   %4d   the threads of a block share one\n", seen[0].in_shared);
    std::printf("  global   %4d   all threads share one, and it keeps its value for the next launch\n", global);
    std::printf("  constant %4d   all threads read it, the host wrote it\n\n", seen[0].in_constant);
    for (const Counters& s : seen)
      wrong += s.in_register != 1 || s.in_local != 1 || s.in_shared != block_size || s.in_constant != constant;
    wrong += global != launch * threads;
  }
  CHECK(cudaFree(d_seen));
  std::printf("wrong values: %d\n", wrong);
  return wrong == 0 ? 0 : 1;
}
