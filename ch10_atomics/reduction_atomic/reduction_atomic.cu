// Sum of an array: with atomicAdd one launch gives the whole sum, and no partial sum returns to the host. This is part
// 3 of the ladder listed in ch09_shared/reduction/reduction.h; ch11_warps/reduction_warp continues.
#include "ch10_atomics/reduction_atomic/reduction_atomic.h"

#include <algorithm>

#include "common/check.h"

namespace reduction_atomic {
namespace {

constexpr int block_size = 256;

std::size_t additions_of_element(std::size_t n) {
  return n;
}

std::size_t additions_of_block(std::size_t n) {
  return blocks_for(n, block_size) + 8;
}

int few_blocks(std::size_t n) {
  return std::min(blocks_for(n, block_size), static_cast<int>(partial_size));
}

std::size_t additions_of_few_blocks(std::size_t n) {
  return n / (std::size_t{block_size} * few_blocks(n)) + few_blocks(n) + 16;
}

// A launch adds to the old value, so every rung with atomics clears the sum first.
template <typename Real>
void clear(Real* sum) {
  check(cudaMemsetAsync(sum, 0, sizeof(Real)));
}

// The block's sum, for thread 0. Every thread of the block must call it.
template <typename Real>
__device__ Real fold(Real mine) {
  __shared__ Real tile[block_size];
  const int t = threadIdx.x;
  tile[t] = mine;
  __syncthreads();

  for (int half = block_size / 2; half > 0; half /= 2) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  return tile[0];
}

// This thread's elements: one, or several if the grid has fewer threads than there are elements.
template <typename Real>
__device__ Real add_stride(const Real* x, std::size_t n) {
  const std::size_t stride = std::size_t{gridDim.x} * block_size;
  Real mine = 0;
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += stride) mine += x[i];
  return mine;
}

// ---- Rung 1. Every element is added to one sum. The additions are serialised; and once the sum is large, each
// addition loses the digits below its last one: a float stops growing at 2^24 times the values.
template <typename Real>
__global__ void sum_element_kernel(const Real* x, std::size_t n, Real* sum) {
  const std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x;
  if (i < n) atomicAdd(sum, x[i]);
}

template <typename Real>
void sum_element(const Real* x, Real*, Real* sum, std::size_t n) {
  clear(sum);
  sum_element_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, sum);
  check(cudaGetLastError());
}

// ---- Rungs 2 and 3. A block folds, and only its sum is added: 256 times fewer atomics. With few blocks, whose threads
// add many elements first, there is one atomic for each of those few. Blocks finish in any order, and (a + b) + c is
// not a + (b + c) in floating point: the last digits vary from run to run.
template <typename Real>
__global__ void sum_block_kernel(const Real* x, std::size_t n, Real* sum) {
  const Real block_sum = fold(add_stride(x, n));
  if (threadIdx.x == 0) atomicAdd(sum, block_sum);
}

template <typename Real>
void sum_block(const Real* x, Real*, Real* sum, std::size_t n) {
  clear(sum);
  sum_block_kernel<<<blocks_for(n, block_size), block_size>>>(x, n, sum);
  check(cudaGetLastError());
}

template <typename Real>
void sum_few_blocks(const Real* x, Real*, Real* sum, std::size_t n) {
  clear(sum);
  sum_block_kernel<<<few_blocks(n), block_size>>>(x, n, sum);
  check(cudaGetLastError());
}

// ---- Rung 4. Same as few_blocks, except that the blocks' sums are stored in an array, and a second launch adds them
// in a fixed order: the same digits every time.
template <typename Real>
__global__ void sum_two_pass_kernel(const Real* x, std::size_t n, Real* partial) {
  const Real block_sum = fold(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_two_pass(const Real* x, Real* partial, Real* sum, std::size_t n) {
  const int blocks = few_blocks(n);
  sum_two_pass_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  sum_two_pass_kernel<<<1, block_size>>>(partial, blocks, sum);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const Rung<Real>> ladder() {
  static constexpr Rung<Real> rungs[] = {
      {{"atomic_an_element", sum_element<Real>}, additions_of_element},
      {{"atomic_a_block", sum_block<Real>}, additions_of_block},
      {{"few_blocks", sum_few_blocks<Real>}, additions_of_few_blocks},
      {{"two_pass", sum_two_pass<Real>}, additions_of_few_blocks},
  };
  return rungs;
}
template std::span<const Rung<float>> ladder();
template std::span<const Rung<double>> ladder();

}  // namespace reduction_atomic
