// Sum of an array: fold in global memory, fold in shared memory, add before folding, keep more bytes in flight.
//
// A block cannot wait for another block, so every rung is two launches: in the first, each block folds its part
// of x into one partial sum; in the second, a single block sums the partial sums.
#include "ch09_shared/reduction/reduction.h"

#include <algorithm>

#include "common/check.h"
#include "common/launch.h"

namespace reduction {

constexpr int block_size = 256;
constexpr int most_blocks = 1056;        // of sum_several and sum_wide: eight per multiprocessor of a large GPU
constexpr int dynamic_block_size = 512;  // any power of two up to 1024: sum_dynamic_kernel does not know it

std::size_t partial_size(std::size_t n) {
  return n + blocks_for(n, block_size);
}

// Returns the block's sum of mine to thread 0. Every thread of the block must call it. threads is a power of two, and
// tile holds one value for each.
template <typename Real>
__device__ Real fold(Real mine, Real* tile, int threads) {
  const int t = threadIdx.x;

  tile[t] = mine;
  __syncthreads();

  for (int half = threads / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();  // outside the if: every thread of the block must reach it
  }

  return tile[0];
}

// The second launch of every rung, with one block; it works with any number of blocks.
template <typename Real>
__global__ void sum_several_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const std::size_t stride = std::size_t{gridDim.x} * block_size;

  Real mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) mine += x[i];

  const Real block_sum = fold(mine, tile, block_size);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_partial(const Real* partial, int blocks, Real* sum) {
  check(cudaGetLastError());  // of the first launch
  sum_several_kernel<<<1, block_size>>>(partial, blocks, sum);
  check(cudaGetLastError());
}

// ---- Rung 1. A block folds its part of a copy of x where it lies: every addition goes through global memory.
template <typename Real>
__global__ void sum_global_kernel(Real* x, std::size_t n, Real* partial) {
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half && i + half < n) x[i] += x[i + half];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = i < n ? x[i] : Real{0};
}

template <typename Real>
void sum_global(const Real* x, std::size_t n, Real* partial, Real* sum) {
  const int blocks = blocks_for(n, block_size);
  Real* copy = partial + blocks;
  check(cudaMemcpyAsync(copy, x, n * sizeof(Real), cudaMemcpyDeviceToDevice));
  sum_global_kernel<<<blocks, block_size>>>(copy, n, partial);
  sum_partial(partial, blocks, sum);
}

// ---- Rung 2. Same fold, except in shared memory: x is read once, nothing is copied.
template <typename Real>
__global__ void sum_shared_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;

  const Real block_sum = fold(i < n ? x[i] : Real{0}, tile, block_size);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_shared(const Real* x, std::size_t n, Real* partial, Real* sum) {
  const int blocks = blocks_for(n, block_size);
  sum_shared_kernel<<<blocks, block_size>>>(x, n, partial);
  sum_partial(partial, blocks, sum);
}

// ---- Rung 3. Same, except that the launch gives the size of the tile, its third argument. The array has no type of
// its own in all instances of a template, so it is raw memory, aligned for the largest.
template <typename Real>
__global__ void sum_dynamic_kernel(const Real* x, std::size_t n, Real* partial) {
  extern __shared__ double memory[];
  Real* tile = reinterpret_cast<Real*>(memory);
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;

  const Real block_sum = fold(i < n ? x[i] : Real{0}, tile, blockDim.x);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_dynamic(const Real* x, std::size_t n, Real* partial, Real* sum) {
  const int blocks = blocks_for(n, dynamic_block_size);
  sum_dynamic_kernel<<<blocks, dynamic_block_size, dynamic_block_size * sizeof(Real)>>>(x, n, partial);
  sum_partial(partial, blocks, sum);
}

// ---- Rung 4. The kernel that sums the partial sums is the better first launch too: the barriers of a fold are
// paid once for many elements, and few partial sums are left.
template <typename Real>
void sum_several(const Real* x, std::size_t n, Real* partial, Real* sum) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  sum_several_kernel<<<blocks, block_size>>>(x, n, partial);
  sum_partial(partial, blocks, sum);
}

// ---- Rung 5. Same, except that a thread asks for four packs of 16 bytes before it adds the first: memory answers
// late, so the bytes on their way at one time are what limits the speed.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real part[size];
};

template <typename Real>
__global__ void sum_wide_kernel(const Real* x, std::size_t n, Real* partial) {
  constexpr int loads = 4;
  __shared__ Real tile[block_size];
  const auto* packs = reinterpret_cast<const Pack<Real>*>(x);
  const std::size_t count = n / Pack<Real>::size, stride = std::size_t{gridDim.x} * block_size;
  const std::size_t first = std::size_t{blockIdx.x} * block_size + threadIdx.x;

  Real sums[loads] = {};  // one for each load: shorter chains of additions that wait for each other
  std::size_t i = first;
  for (; i + (loads - 1) * stride < count; i += loads * stride) {
    Pack<Real> held[loads];
    for (int k = 0; k < loads; ++k) held[k] = packs[i + k * stride];
    for (int k = 0; k < loads; ++k)
      for (const Real part : held[k].part) sums[k] += part;
  }
  for (; i < count; i += stride)
    for (const Real part : packs[i].part) sums[0] += part;
  for (i = count * Pack<Real>::size + first; i < n; i += stride) sums[0] += x[i];  // what fills no pack

  const Real block_sum = fold((sums[0] + sums[1]) + (sums[2] + sums[3]), tile, block_size);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_wide(const Real* x, std::size_t n, Real* partial, Real* sum) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  sum_wide_kernel<<<blocks, block_size>>>(x, n, partial);
  sum_partial(partial, blocks, sum);
}

template const Rung<float> ladder<float>[];  // instantiates the rungs
template const Rung<double> ladder<double>[];

}  // namespace reduction
