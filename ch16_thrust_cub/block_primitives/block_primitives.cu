// Sum of an array with CUB's parts for kernels. Each of them is a type: its template arguments define how many threads
// work together and how, and its TempStorage is the shared memory that it needs.
#include "ch16_thrust_cub/block_primitives/block_primitives.h"

#include <algorithm>
#include <cub/block/block_load.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>

#include "common/check.h"
#include "common/warp.cuh"
#include "common/workspace.h"

namespace block_primitives {
namespace {

constexpr int block_size = 256, warps = block_size / warp_size;

// Two launches of a kernel that leaves one sum per block: the second, with one block, adds these. No more blocks than
// can be resident at once.
template <typename Real>
void sum_twice(void (*kernel)(const Real*, std::size_t, Real*), const Real* x, std::size_t n, Real* partial,
               Real* sum) {
  const int at_once = threads_per_multiprocessor() / block_size * multiprocessors();
  const int most = std::min(at_once, static_cast<int>(partial_size));
  const int blocks = static_cast<int>(std::min<std::size_t>(n / block_size + 1, most));
  kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  kernel<<<1, block_size>>>(partial, blocks, sum);
  check(cudaGetLastError());
}

// ---- Rung 1. Chapter 11's: shuffles in each warp, one value per warp through shared memory (common/warp.cuh).
template <typename Real>
__global__ void shuffles_kernel(const Real* x, std::size_t n, Real* partial) {
  const Real block_sum = fold_block<ByShuffles, block_size>(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void shuffles(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(shuffles_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 2. Same as rung 1, except that CUB folds the warps. Lane 0 has the result, the other lanes have none. A
// warp's memory may be reused when all its lanes have returned, so the barrier of the block ensures that too.
template <typename Real>
__global__ void warp_reduce_kernel(const Real* x, std::size_t n, Real* partial) {
  using Warp = cub::WarpReduce<Real>;
  __shared__ typename Warp::TempStorage memory[warps];
  __shared__ Real of_warp[warps];
  const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;

  const Real warp_sum = Warp(memory[warp]).Sum(add_stride(x, n));
  if (lane == 0) of_warp[warp] = warp_sum;
  __syncthreads();

  if (warp > 0) return;
  const Real block_sum = Warp(memory[0]).Sum(lane < warps ? of_warp[lane] : Real{0});
  if (lane == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void warp_reduce(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(warp_reduce_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 3. Same as rung 2, except that CUB folds the whole block: warps, shared memory and barrier are its
// business.
template <typename Real>
__global__ void block_reduce_kernel(const Real* x, std::size_t n, Real* partial) {
  using Block = cub::BlockReduce<Real, block_size>;
  __shared__ typename Block::TempStorage memory;
  const Real block_sum = Block(memory).Sum(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void block_reduce(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(block_reduce_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 4. Same as rung 3, except for the algorithm: all values go through shared memory, and one warp adds them up
// in parts of 8, in order. It is for operations that are associative, but not commutative.
template <typename Real>
__global__ void raking_kernel(const Real* x, std::size_t n, Real* partial) {
  using Block = cub::BlockReduce<Real, block_size, cub::BLOCK_REDUCE_RAKING>;
  __shared__ typename Block::TempStorage memory;
  const Real block_sum = Block(memory).Sum(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void raking(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(raking_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 5. Same as rung 3, except that CUB loads as well: a tile of 16 elements per thread at a time, so that each
// thread has 16 loads in flight. Past the end it returns zeros.
template <typename Real>
__global__ void block_load_kernel(const Real* x, std::size_t n, Real* partial) {
  constexpr int items = 16, tile_size = block_size * items;
  using Load = cub::BlockLoad<Real, block_size, items, cub::BLOCK_LOAD_STRIPED>;
  using Block = cub::BlockReduce<Real, block_size>;
  __shared__ typename Load::TempStorage load_memory;
  __shared__ typename Block::TempStorage memory;

  Real mine = 0, item[items] = {};
  const std::size_t stride = std::size_t{gridDim.x} * tile_size;
  for (std::size_t first = std::size_t{blockIdx.x} * tile_size; first < n; first += stride) {
    if (n - first >= tile_size) {
      Load(load_memory).Load(x + first, item);
    } else {
      Load(load_memory).Load(x + first, item, static_cast<int>(n - first), Real{0});
    }
    for (int i = 0; i < items; ++i) mine += item[i];
  }

  const Real block_sum = Block(memory).Sum(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void block_load(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(block_load_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 6. No kernel of ours: the device-wide call, which is built from the same parts.
template <typename Real>
void device_reduce(const Real* x, Real*, Real* sum, std::size_t n) {
  static Workspace<std::size_t> workspace;  // gets its size in the first call, before the timing starts
  workspace.run([&](void* memory, std::size_t& bytes) { check(cub::DeviceReduce::Sum(memory, bytes, x, sum, n)); }, n);
}

}  // namespace

template <typename Real>
std::span<const sum::Rung<Real>> ladder() {
  static constexpr sum::Rung<Real> rungs[] = {
      {"shuffles", shuffles<Real>},  // chapter 11's, without CUB
      {"warp_reduce", warp_reduce<Real>},
      {"block_reduce", block_reduce<Real>},
      {"raking", raking<Real>},                // another algorithm of the block
      {"block_load", block_load<Real>},        // tiles of 16 elements per thread
      {"device_reduce", device_reduce<Real>},  // all of it by CUB
  };
  return rungs;
}
template std::span<const sum::Rung<float>> ladder();
template std::span<const sum::Rung<double>> ladder();

}  // namespace block_primitives
