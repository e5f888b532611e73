// Sum of an array, continued: add several elements per thread before folding, then keep more bytes in flight.
// ch10_atomics/reduction_atomic continues from here.
#include <algorithm>

#include "ch09_shared/reduction/reduction.h"
#include "common/check.h"

namespace reduction {

constexpr int most_blocks = 1056;  // eight per SM of a large GPU

// The fold of rung 4: returns the block's sum of mine to all threads. Every thread of the block must call it.
template <typename Real>
__device__ Real fold(Real mine) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;

  tile[t] = mine;
  __syncthreads();

  for (int distance = block_size / 2; distance > 0; distance /= 2) {
    if (t < distance) tile[t] += tile[t + distance];
    __syncthreads();
  }

  return tile[0];
}

// ---- Rung 6. Same as rung 4, except that a thread adds elements in a grid-stride loop before its block folds: the
// barriers of a fold serve many elements, and few partial sums remain.
template <typename Real>
__global__ void several_kernel(const Real* x, std::size_t n, Real* partial) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;

  Real mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) mine += x[i];

  const Real block_sum = fold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void several(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  several_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

template <typename Real>
void add_partial(const Real* partial, int blocks, Real* sum) {
  several_kernel<<<1, block_size>>>(partial, blocks, sum);
  check(cudaGetLastError());
}

// 16 bytes: the most that one load of a thread can move.
template <typename Real>
struct alignas(16) Pack {
  static constexpr int size = 16 / sizeof(Real);
  Real part[size];
};

// The elements after the last whole pack: fewer than a pack holds.
template <typename Real>
__device__ Real sum_of_rest(const Real* x, std::size_t n) {
  const std::size_t i = n / Pack<Real>::size * Pack<Real>::size + std::size_t{blockIdx.x} * block_size + threadIdx.x;
  return i < n ? x[i] : Real{0};
}

// ---- Rung 7. Same as rung 6, except that each load moves 16 bytes.
template <typename Real>
__global__ void packs_kernel(const Real* x, std::size_t n, Real* partial) {
  const auto* packs = reinterpret_cast<const Pack<Real>*>(x);
  const std::size_t count = n / Pack<Real>::size, stride = std::size_t{gridDim.x} * block_size;

  Real mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < count; i += stride) {
    const Pack<Real> held = packs[i];
    for (const Real part : held.part) mine += part;
  }

  const Real block_sum = fold(mine + sum_of_rest(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void packs(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  packs_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

// ---- Rung 8. Same as rung 7, except that a thread loads four packs before it adds the first, and adds each to a
// separate sum: the chain of dependent additions is a quarter as long.
constexpr int loads = 4;

template <typename Real>
__global__ void wide_kernel(const Real* x, std::size_t n, Real* partial) {
  const auto* packs = reinterpret_cast<const Pack<Real>*>(x);
  const std::size_t count = n / Pack<Real>::size, stride = std::size_t{gridDim.x} * block_size;

  Real sums[loads] = {};
  std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  for (; i + (loads - 1) * stride < count; i += loads * stride) {
    Pack<Real> held[loads];
    for (int k = 0; k < loads; ++k) held[k] = packs[i + k * stride];
    for (int k = 0; k < loads; ++k)
      for (const Real part : held[k].part) sums[k] += part;
  }
  for (; i < count; i += stride)
    for (const Real part : packs[i].part) sums[0] += part;
  sums[0] += sum_of_rest(x, n);

  const Real block_sum = fold((sums[0] + sums[1]) + (sums[2] + sums[3]));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void wide(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = std::min(blocks_for(n, block_size), most_blocks);
  wide_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  add_partial(partial, blocks, sum);
}

template void add_partial(const float*, int, float*);
template void several(const float*, float*, float*, std::size_t);
template void packs(const float*, float*, float*, std::size_t);
template void wide(const float*, float*, float*, std::size_t);
template void add_partial(const double*, int, double*);
template void several(const double*, double*, double*, std::size_t);
template void packs(const double*, double*, double*, std::size_t);
template void wide(const double*, double*, double*, std::size_t);

}  // namespace reduction
