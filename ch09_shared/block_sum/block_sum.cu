// nvcc block_sum.cu && ./a.out
//
// Each block adds up 256 numbers. Its threads cooperate: one thread writes to shared memory, another one reads, and
// __syncthreads() separates the two.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                  \
  do {                                                                                               \
    const cudaError_t error = (call);                                                                \
    if (error != cudaSuccess) {                                                                      \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error)); \
      std::exit(3);                                                                                  \
    }                                                                                                \
  } while (0)

constexpr int block_size = 256;

__global__ void block_sum_kernel(const int* x, int* sums, int n) {
  __shared__ int tile[block_size];  // one array per block, shared by all of its threads
  const int t = threadIdx.x, i = blockIdx.x * block_size + t;

  tile[t] = i < n ? x[i] : 0;  // threads without a number take part: all must reach the barriers
  __syncthreads();             // wait until all threads of the block have written

  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();  // the next turn reads what this turn has written
  }

  if (t == 0) sums[blockIdx.x] = tile[0];
}

int main() {
  constexpr int n = 1000000, blocks = (n - 1) / block_size + 1;
  std::vector<int> x(n), sums(blocks);
  for (int i = 0; i < n; ++i) x[i] = i % 100;

  int *d_x, *d_sums;
  CHECK(cudaMalloc(&d_x, n * sizeof(int)));
  CHECK(cudaMalloc(&d_sums, blocks * sizeof(int)));
  CHECK(cudaMemcpy(d_x, x.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  block_sum_kernel<<<blocks, block_size>>>(d_x, d_sums, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(sums.data(), d_sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));

  // Blocks cannot wait for each other in a kernel, so the host adds the blocks' sums; the lesson `reduction` continues.
  long long sum = 0, expected = 0;
  int wrong = 0;
  for (int b = 0; b < blocks; ++b) {
    int expected_of_block = 0;
    for (int i = b * block_size; i < n && i < (b + 1) * block_size; ++i) expected_of_block += x[i];
    wrong += sums[b] != expected_of_block;
    sum += sums[b];
    expected += expected_of_block;
  }
  std::printf("%d numbers, %d blocks of %d threads\n", n, blocks, block_size);
  std::printf("block 0: %d, block 1: %d, block %d: %d\n", sums[0], sums[1], blocks - 1, sums[blocks - 1]);
  std::printf("sum: %lld, on the CPU: %lld; %d blocks are wrong\n", sum, expected, wrong);

  CHECK(cudaFree(d_x));
  CHECK(cudaFree(d_sums));
  return wrong == 0 && sum == expected ? 0 : 1;
}
