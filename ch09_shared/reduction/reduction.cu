// Sum of an array: a block folds 256 elements, in global memory first, then in shared memory in three orders.
//
// A block cannot wait for another block, so every rung is two launches: in the first, each block folds its part of x
// into one partial sum; in the second, a single block adds the partial sums (several.cu continues from here).
#include "ch09_shared/reduction/reduction.h"

#include "common/check.h"

namespace reduction {

std::size_t partial_size(std::size_t n) {
  return n + blocks_for(n, block_size);
}

// ---- Rung 1. A block folds its part of a copy of x in global memory: element 1 is added to 0, 3 to 2, and so on; then
// 2 to 0, 6 to 4, and so on. Every addition reads and writes global memory.
template <typename Real>
__global__ void global_kernel(Real* x, std::size_t n, Real* partial) {
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  for (int distance = 1; distance < block_size; distance *= 2) {
    if (t % (2 * distance) == 0 && i + distance < n) x[i] += x[i + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = i < n ? x[i] : Real{0};
}

template <typename Real>
void global(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  Real* copy = partial + blocks;
  check(cudaMemcpyAsync(copy, x, n * sizeof(Real), cudaMemcpyDeviceToDevice));
  global_kernel<<<blocks, block_size>>>(copy, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 2. Same as rung 1, except that the fold is in shared memory: x is read once, and nothing is copied. In the
// first turn every second thread adds, in the next every fourth: all warps stay busy up to the fifth turn, with fewer
// and fewer active threads.
template <typename Real>
__global__ void divergent_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = 1; distance < block_size; distance *= 2) {
    if (t % (2 * distance) == 0) tile[t] += tile[t + distance];
    __syncthreads();  // outside the if: every thread of the block must reach it
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void divergent(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  divergent_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 3. Same as rung 2, except that the first threads do the additions, so that half of the warps are done after
// the first turn. But the words of neighbouring threads are 2, 4, 8, ... apart, and fall into fewer and fewer banks.
template <typename Real>
__global__ void conflicting_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = 1; distance < block_size; distance *= 2) {
    const int left = 2 * distance * t;
    if (left < block_size) tile[left] += tile[left + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void conflicting(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  conflicting_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 4. Same as rung 3, except that the distance begins at half of the tile and shrinks: neighbouring threads
// access neighbouring words, each in a different bank.
template <typename Real>
__global__ void shared_kernel(const Real* x, std::size_t n, Real* partial) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * block_size + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = block_size / 2; distance > 0; distance /= 2) {
    if (t < distance) tile[t] += tile[t + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void shared(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  shared_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 5. Same as rung 4, except that the launch sets the size of the tile, its third argument. All instances of a
// template share the array, so it cannot have their type: it is raw memory, aligned for the largest type.
template <typename Real>
__global__ void dynamic_kernel(const Real* x, std::size_t n, Real* partial) {
  extern __shared__ double memory[];
  Real* tile = reinterpret_cast<Real*>(memory);
  const int t = threadIdx.x;
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + t;

  tile[t] = i < n ? x[i] : Real{0};
  __syncthreads();

  for (int distance = blockDim.x / 2; distance > 0; distance /= 2) {
    if (t < distance) tile[t] += tile[t + distance];
    __syncthreads();
  }

  if (t == 0) partial[blockIdx.x] = tile[0];
}

template <typename Real>
void dynamic(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = blocks_for(n, block_size);
  dynamic_kernel<<<blocks, block_size, block_size * sizeof(Real)>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

template void global(const float*, float*, float*, std::size_t);
template void divergent(const float*, float*, float*, std::size_t);
template void conflicting(const float*, float*, float*, std::size_t);
template void shared(const float*, float*, float*, std::size_t);
template void dynamic(const float*, float*, float*, std::size_t);
template void global(const double*, double*, double*, std::size_t);
template void divergent(const double*, double*, double*, std::size_t);
template void conflicting(const double*, double*, double*, std::size_t);
template void shared(const double*, double*, double*, std::size_t);
template void dynamic(const double*, double*, double*, std::size_t);

}  // namespace reduction
