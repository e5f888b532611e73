// Sum of an array: the folds of reduction_warp compared with folds in registers, written in three ways. This is part 5
// of the ladder listed in ch09_shared/reduction/reduction.h; reduction_fast continues.
#include "ch11_warps/reduction_shuffle/reduction_shuffle.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <algorithm>

#include "common/check.h"
#include "common/warp.cuh"

namespace cg = cooperative_groups;

namespace reduction_shuffle {

constexpr int block_size = 256;

// No more blocks than can be resident at once: each is started once and stays until the whole array is read.
int resident_blocks(std::size_t n) {
  const int at_once = threads_per_multiprocessor() / block_size * multiprocessors();
  const int most = std::min(at_once, static_cast<int>(partial_size));
  return static_cast<int>(std::min<std::size_t>(n / block_size + 1, most));
}

std::size_t additions_in_a_row(std::size_t n) {
  const int blocks = resident_blocks(n);
  return n / (std::size_t{block_size} * blocks) + blocks / block_size + 32;  // a thread's own, partial sums, folds
}

namespace {

// The structure of every rung: the first launch leaves one sum per block, the second, with one block, adds them.
template <typename Real>
void sum_twice(void (*kernel)(const Real*, std::size_t, Real*), const Real* x, std::size_t n, Real* partial,
               Real* sum) {
  const int blocks = resident_blocks(n);
  kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  kernel<<<1, block_size>>>(partial, blocks, sum);
  check(cudaGetLastError());
}

// ---- Rung 1. The interleaved fold of reduction_warp, except that its nine barriers serve all elements that a thread
// has added, instead of eight.
template <typename Real>
__global__ void sum_grid_stride_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  tile[t] = add_stride(x, n);
  __syncthreads();

  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void sum_grid_stride(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(sum_grid_stride_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 2. Each warp folds in registers; shared memory passes one value per warp to the first warp. One barrier.
template <typename Real>
__global__ void sum_shuffles_kernel(const Real* x, std::size_t n, Real* partial) {
  const Real block_sum = fold_block<ByShuffles, block_size>(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_shuffles(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(sum_shuffles_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 3. The same instructions, written for a group of 32 threads: no mask and no width to get wrong.
struct ByTile {
  template <typename Real>
  static __device__ Real fold(Real mine) {
    const auto tile = cg::tiled_partition<warp_size>(cg::this_thread_block());
    for (int half = tile.size() / 2; half > 0; half /= 2) mine += tile.shfl_down(mine, half);
    return mine;
  }
};

template <typename Real>
__global__ void sum_tiles_kernel(const Real* x, std::size_t n, Real* partial) {
  const Real block_sum = fold_block<ByTile, block_size>(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_tiles(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(sum_tiles_kernel<Real>, x, n, partial, sum);
}

// ---- Rung 4. The library provides the fold: one line. For integers it would use one instruction (reduce).
struct ByGroup {
  template <typename Real>
  static __device__ Real fold(Real mine) {
    const auto tile = cg::tiled_partition<warp_size>(cg::this_thread_block());
    return cg::reduce(tile, mine, cg::plus<Real>());
  }
};

template <typename Real>
__global__ void sum_group_reduce_kernel(const Real* x, std::size_t n, Real* partial) {
  const Real block_sum = fold_block<ByGroup, block_size>(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_group_reduce(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_twice(sum_group_reduce_kernel<Real>, x, n, partial, sum);
}

}  // namespace

template <typename Real>
std::span<const sum::Rung<Real>> ladder() {
  static constexpr sum::Rung<Real> rungs[] = {
      {"grid_stride", sum_grid_stride<Real>},    // few blocks, many elements per thread
      {"shuffles", sum_shuffles<Real>},          // registers instead of shared memory
      {"tiles", sum_tiles<Real>},                // the warp as a cooperative group
      {"group_reduce", sum_group_reduce<Real>},  // the group's own reduction
  };
  return rungs;
}
template std::span<const sum::Rung<float>> ladder();
template std::span<const sum::Rung<double>> ladder();

}  // namespace reduction_shuffle
