// What launches the next level of a sum? A loop in a block needs no launch; the host launches each level for all tiles;
// a kernel launches the next level, for all tiles or for its own.
#include "ch23_dynamic_parallelism/nested_reduction/nested_reduction.h"

#include "common/check.h"

namespace nested_reduction {
namespace {

constexpr int first_half = tile / 2;

// The first level reads x: the upper half of each tile is added to the lower one. Past the end are zeros.
__device__ int at(const int* x, std::size_t n, std::size_t i) {
  return i < n ? x[i] : 0;
}
__global__ void first_level_kernel(const int* x, std::size_t n, int* work) {
  const std::size_t i = std::size_t{blockIdx.x} * tile + threadIdx.x;
  work[i] = at(x, n, i) + at(x, n, i + first_half);
}

// The last launch of every rung: one block adds the tiles' sums.
__global__ void add_tiles_kernel(const int* work, std::size_t tiles, std::int64_t* sum) {
  __shared__ unsigned long long total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  std::int64_t mine = 0;
  for (std::size_t i = threadIdx.x; i < tiles; i += blockDim.x) mine += work[i * tile];
  atomicAdd(&total, static_cast<unsigned long long>(mine));
  __syncthreads();
  if (threadIdx.x == 0) *sum = static_cast<std::int64_t>(total);
}

void add_tiles(const int* work, std::size_t n, std::int64_t* sum) {
  check(cudaGetLastError());  // of the launches before
  add_tiles_kernel<<<1, 256>>>(work, tiles_of(n), sum);
  check(cudaGetLastError());
}

// Folds the tile of this block from half on, with a barrier per level.
__device__ void fold_tile(int* work, int half) {
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * tile + t;
  for (; half > 0; half /= 2) {
    if (t < half) work[i] += work[i + half];
    __syncthreads();
  }
}

// ---- Rung 1. The baseline: no launch between the levels.
__global__ void block_loop_kernel(const int* x, std::size_t n, int* work) {
  const std::size_t i = std::size_t{blockIdx.x} * tile + threadIdx.x;
  work[i] = at(x, n, i) + at(x, n, i + first_half);
  __syncthreads();
  fold_tile(work, first_half / 2);
}

void block_loop(const int* x, int* work, std::int64_t* sum, int*, std::size_t n) {
  if (n > 0) block_loop_kernel<<<blocks_for(n, tile), first_half>>>(x, n, work);
  add_tiles(work, n, sum);
}

// ---- Rung 2. Same additions, except that the host launches each level: the end of a grid is the barrier.
__global__ void level_kernel(int* work, int half) {
  const std::size_t i = std::size_t{blockIdx.x} * tile + threadIdx.x;
  work[i] += work[i + half];
}

void host_launches(const int* x, int* work, std::int64_t* sum, int*, std::size_t n) {
  if (n > 0) {
    const int tiles = blocks_for(n, tile);
    first_level_kernel<<<tiles, first_half>>>(x, n, work);
    for (int half = first_half / 2; half > 0; half /= 2) level_kernel<<<tiles, half>>>(work, half);
  }
  add_tiles(work, n, sum);
}

// ---- Rung 3. Same as rung 2, except that each level launches the next one. A tail launch starts when the whole grid
// has ended, so any thread may launch it at any time, but only one must.
__global__ void level_and_next_kernel(int* work, int half, int* refused) {
  const std::size_t i = std::size_t{blockIdx.x} * tile + threadIdx.x;
  work[i] += work[i + half];
  if (half == 1 || blockIdx.x > 0 || threadIdx.x > 0) return;
  level_and_next_kernel<<<gridDim.x, half / 2, 0, cudaStreamTailLaunch>>>(work, half / 2, refused);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(refused, 1);
}

void grid_launches(const int* x, int* work, std::int64_t* sum, int* refused, std::size_t n) {
  if (n > 0) {
    const int tiles = blocks_for(n, tile);
    first_level_kernel<<<tiles, first_half>>>(x, n, work);
    level_and_next_kernel<<<tiles, first_half / 2>>>(work, first_half / 2, refused);
  }
  add_tiles(work, n, sum);
}

// ---- Rung 4. Same as rung 3, except that each block launches the next level of its own tile: a tree of grids per
// tile. A grid must not pass on its shared or local memory, but all grids access global memory, and a child sees its
// parent's stores before the launch. If there is no room for a launch, the block does the work itself.
__global__ void tile_and_next_kernel(int* work, int half, int* refused) {
  const std::size_t i = std::size_t{blockIdx.x} * tile + threadIdx.x;
  work[i] += work[i + half];
  __syncthreads();  // the child reads what all threads of the block have stored
  if (half == 1) return;
  __shared__ bool launched;
  if (threadIdx.x == 0) {
    int* const mine = work + std::size_t{blockIdx.x} * tile;
    tile_and_next_kernel<<<1, half / 2, 0, cudaStreamTailLaunch>>>(mine, half / 2, refused);
    launched = cudaGetLastError() == cudaSuccess;
    if (!launched) atomicAdd(refused, 1);
  }
  __syncthreads();
  if (!launched) fold_tile(work, half / 2);
}

void block_launches(const int* x, int* work, std::int64_t* sum, int* refused, std::size_t n) {
  if (n > 0) {
    const int tiles = blocks_for(n, tile);
    first_level_kernel<<<tiles, first_half>>>(x, n, work);
    tile_and_next_kernel<<<tiles, first_half / 2>>>(work, first_half / 2, refused);
  }
  add_tiles(work, n, sum);
}

// The first launch of each rung folds to 256 per tile, the second one to 128; then 64, 32, ... 1.
constexpr std::size_t later_levels = 7;

std::size_t no_launches(std::size_t) {
  return 0;
}
std::size_t launches_per_level(std::size_t n) {
  return n == 0 ? 0 : 1 + later_levels;
}
std::size_t launches_per_tile_and_level(std::size_t n) {
  return n == 0 ? 0 : 1 + later_levels * tiles_of(n);
}

}  // namespace

void allow_pending_launches(std::size_t count) {
  check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, count));
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"block_loop", block_loop, no_launches},
      {"host_launches", host_launches, launches_per_level},
      {"grid_launches", grid_launches, launches_per_level},
      {"block_launches", block_launches, launches_per_tile_and_level},
  };
  return rungs;
}

}  // namespace nested_reduction
