// Tiles of 64, 128 and 256 threads: sums, broadcasts and votes go across their warps.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

template <int size>
__global__ void add_tiles(const int* x, int n, int* sum, int* wrong) {
  __shared__ cg::block_tile_memory<256> memory;
  const cg::thread_block block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<size>(block);
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += x[i];
  const int total = cg::reduce(tile, mine, cg::plus<int>());
  const int largest = cg::reduce(tile, static_cast<int>(tile.thread_rank()), cg::greater<int>());
  const int last = tile.shfl(static_cast<int>(threadIdx.x), size - 1);
  const bool some = tile.any(threadIdx.x == 200), all = tile.all(threadIdx.x != 200);
  const bool holds = tile.meta_group_rank() == 200 / size;
  if (largest != size - 1 || last % size != size - 1 || some != holds || all == holds) atomicAdd(wrong, 1);
  tile.sync();
  if (tile.thread_rank() == 0) atomicAdd(sum, total);
}

template <int size>
bool is_right(const int* x, int n, int expected, int* results) {
  int got[2];
  cudaMemset(results, 0, sizeof got);
  add_tiles<size><<<3, 256>>>(x, n, results, results + 1);
  cudaMemcpy(got, results, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d: %d, %d wrong\n", size, got[0], got[1]);
  return got[0] == expected && got[1] == 0;
}

int main() {
  const int n = 5000;
  static int h[n];
  int expected = 0, *x, *results;
  for (int i = 0; i < n; ++i) expected += h[i] = i % 17 - 3;
  cudaMalloc(&x, sizeof h);
  cudaMalloc(&results, 2 * sizeof *results);
  cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
  const bool right = is_right<64>(x, n, expected, results) && is_right<128>(x, n, expected, results) &&
                     is_right<256>(x, n, expected, results) && is_right<32>(x, n, expected, results);
  cudaFree(x);
  cudaFree(results);
  return right && cudaGetLastError() == cudaSuccess ? 0 : 1;
}
