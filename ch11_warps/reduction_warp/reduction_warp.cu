// Sum of an array: seven ways for a block to fold its values into one. This is part 4 of the ladder listed in
// ch09_shared/reduction/reduction.h; reduction_shuffle continues.
//
// Every rung has the same structure: a launch leaves one sum per block, and the same kernel sums these sums until one
// is left. Only the distribution of the additions over the threads of a block changes.
#include "ch11_warps/reduction_warp/reduction_warp.h"

#include "common/check.h"

namespace reduction_warp {

constexpr int block_size = 256;

// The common structure. Each block of kernel folds block_elements values of its input into one value of its output.
template <typename Real>
void fold_to_one(void (*kernel)(const Real*, std::size_t, Real*), int block_elements, const Real* x, std::size_t n,
                 Real* partial, Real* sum) {
  while (true) {
    const int blocks = blocks_for(n, block_elements);
    Real* const folded = blocks == 1 ? sum : partial;
    kernel<<<blocks, block_size>>>(x, n, folded);
    check(cudaGetLastError());
    if (blocks == 1) return;
    x = folded;
    n = blocks;
    partial += blocks;
  }
}

std::size_t partial_size(std::size_t n) {
  std::size_t size = 0;
  for (std::size_t left = n; left > 1; size += left) left = blocks_for(left, block_size);
  return size;
}

namespace {

// This thread's share of the block's block_size * elements values: neighbouring threads read neighbouring addresses.
template <int elements, typename Real>
__device__ Real add_elements(const Real* x, std::size_t n) {
  const std::size_t first = std::size_t{blockIdx.x} * (block_size * elements) + threadIdx.x;
  Real mine = 0;
#pragma unroll
  for (int e = 0; e < elements; ++e)
    if (const std::size_t i = first + e * block_size; i < n) mine += x[i];
  return mine;
}

// ---- Rung 1. Each thread with an even number adds its neighbour, then every fourth its second neighbour, ...: half of
// the lanes of every warp are inactive at once, and at the end eight warps run for a single lane each.
template <typename Real>
__global__ void sum_neighboured_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  tile[t] = add_elements<1>(x, n);
  __syncthreads();

  for (int step = 1; step < block_size; step *= 2) {
    if (t % (2 * step) == 0) tile[t] += tile[t + step];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void sum_neighboured(const Real* x, Real* partial, Real* sum, std::size_t n) {
  fold_to_one(sum_neighboured_kernel<Real>, block_size, x, n, partial, sum);
}

// ---- Rung 2. The same pairs, except that the first threads do the work: whole warps finish early. But lanes now
// access words 2, 4, 8, ... apart, which share banks.
template <typename Real>
__global__ void sum_less_divergent_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  tile[t] = add_elements<1>(x, n);
  __syncthreads();

  for (int step = 1; step < block_size; step *= 2) {
    const int k = 2 * step * t;
    if (k < block_size) tile[k] += tile[k + step];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void sum_less_divergent(const Real* x, Real* partial, Real* sum, std::size_t n) {
  fold_to_one(sum_less_divergent_kernel<Real>, block_size, x, n, partial, sum);
}

// ---- Rungs 3 to 6. Pairs half an array apart: the first threads access neighbouring words, without bank conflicts.
// With elements > 1 each thread first adds several values: fewer blocks and barriers, more loads in flight.
template <typename Real, int elements>
__global__ void sum_unrolled_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  tile[t] = add_elements<elements>(x, n);
  __syncthreads();

  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void sum_interleaved(const Real* x, Real* partial, Real* sum, std::size_t n) {
  fold_to_one(sum_unrolled_kernel<Real, 1>, block_size, x, n, partial, sum);
}

template <typename Real, int elements>
void sum_unrolled(const Real* x, Real* partial, Real* sum, std::size_t n) {
  fold_to_one(sum_unrolled_kernel<Real, elements>, block_size * elements, x, n, partial, sum);
}

// ---- Rung 7. Same as unrolled_8, except that the last warp folds its 64 values alone: barriers of the warp replace
// six of the block. Without them the lanes may diverge (Volta and later), with or without `volatile`.
template <typename Real>
__global__ void sum_last_warp_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  tile[t] = add_elements<8>(x, n);
  __syncthreads();

  for (int half = block_size / 2; half > warp_size; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }

  if (t >= warp_size) return;
#pragma unroll
  for (int half = warp_size; half > 0; half /= 2) {
    const Real other = tile[t + half];
    __syncwarp();  // all have read before any writes ...
    tile[t] += other;
    __syncwarp();  // ... and all have written before any reads
  }
  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void sum_last_warp(const Real* x, Real* partial, Real* sum, std::size_t n) {
  fold_to_one(sum_last_warp_kernel<Real>, block_size * 8, x, n, partial, sum);
}

}  // namespace

template <typename Real>
std::span<const sum::Rung<Real>> ladder() {
  static constexpr sum::Rung<Real> rungs[] = {
      {"neighboured", sum_neighboured<Real>},        // every second thread works
      {"less_divergent", sum_less_divergent<Real>},  // the same pairs, the first threads
      {"interleaved", sum_interleaved<Real>},        // pairs half an array apart
      {"unrolled_2", sum_unrolled<Real, 2>},         // add several elements, then fold
      {"unrolled_4", sum_unrolled<Real, 4>},         // add several elements, then fold
      {"unrolled_8", sum_unrolled<Real, 8>},         // add several elements, then fold
      {"last_warp", sum_last_warp<Real>},            // one warp needs no block barrier
  };
  return rungs;
}
template std::span<const sum::Rung<float>> ladder();
template std::span<const sum::Rung<double>> ladder();

}  // namespace reduction_warp
