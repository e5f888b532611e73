// nvcc prefix_sum.cu && ./a.out
// The running sums of an array: y[i] = x[0] + ... + x[i]. Each depends on all elements before it, yet blocks cannot
// wait for each other. So blocks scan tiles, one block scans the tiles' totals, and every tile adds the sum before it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(3);
}

constexpr int block_size = 256;

// The inclusive scan of a block's values, one per thread: 8 steps, in each of which a thread adds the value `distance`
// places before its own. Without either barrier a thread may read a value that is not written yet, or one that is
// overwritten already.
__device__ unsigned scan_block(unsigned mine) {
  __shared__ unsigned sum[block_size];
  const int t = threadIdx.x;
  sum[t] = mine;
  for (int distance = 1; distance < block_size; distance *= 2) {
    __syncthreads();
    const unsigned left = t >= distance ? sum[t - distance] : 0;
    __syncthreads();
    sum[t] += left;
  }
  return sum[t];
}

__global__ void scan_tiles(const unsigned* x, unsigned* y, unsigned* totals, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  const unsigned sum = scan_block(i < n ? x[i] : 0);
  if (i < n) y[i] = sum;
  if (threadIdx.x == block_size - 1) totals[blockIdx.x] = sum;
}

// One block: each total becomes the sum of all totals before it, 256 at a time.
__global__ void scan_totals(unsigned* totals, int tiles) {
  __shared__ unsigned before;
  if (threadIdx.x == 0) before = 0;
  for (int first = 0; first < tiles; first += block_size) {
    const int i = first + threadIdx.x;
    const unsigned total = i < tiles ? totals[i] : 0, sum = scan_block(total);
    if (i < tiles) totals[i] = before + sum - total;
    __syncthreads();
    if (threadIdx.x == block_size - 1) before += sum;
  }
}

__global__ void add_before(unsigned* y, const unsigned* before, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i < n) y[i] += before[blockIdx.x];
}

int main() {
  const int n = 1'000'003, tiles = (n + block_size - 1) / block_size;
  std::vector<unsigned> x(n), expected(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i + 1;

  const auto start = std::chrono::steady_clock::now();
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) expected[i] = sum += x[i];
  const std::chrono::duration<double, std::milli> cpu = std::chrono::steady_clock::now() - start;

  unsigned *d_x, *d_y, *d_totals;
  check(cudaMalloc(&d_x, n * sizeof *d_x), "cudaMalloc");
  check(cudaMalloc(&d_y, n * sizeof *d_y), "cudaMalloc");
  check(cudaMalloc(&d_totals, tiles * sizeof *d_totals), "cudaMalloc");
  check(cudaMemcpy(d_x, x.data(), n * sizeof *d_x, cudaMemcpyHostToDevice), "cudaMemcpy");

  scan_tiles<<<tiles, block_size>>>(d_x, d_y, d_totals, n);
  scan_totals<<<1, block_size>>>(d_totals, tiles);
  add_before<<<tiles, block_size>>>(d_y, d_totals, n);
  check(cudaGetLastError(), "launch");
  check(cudaMemcpy(y.data(), d_y, n * sizeof *d_y, cudaMemcpyDeviceToHost), "cudaMemcpy");

  std::printf("sums of 1 to 10:");
  for (int i = 0; i < 10; ++i) std::printf(" %u", y[i]);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += y[i] != expected[i];
  std::printf("\n%d sums in %d tiles, %d wrong; one CPU core took %.2f ms\n", n, tiles, wrong, cpu.count());
  check(cudaFree(d_x), "cudaFree");
  check(cudaFree(d_y), "cudaFree");
  check(cudaFree(d_totals), "cudaFree");
  return wrong == 0 ? 0 : 1;
}
