// Sum of an array, the last part of the ladder of ch09_shared/reduction/reduction.h: one launch, then wide loads.
#include "ch11_warps/reduction_fast/reduction_fast.h"

#include <algorithm>
#include <type_traits>

#include "common/check.h"
#include "common/warp.cuh"

namespace reduction_fast {

constexpr int block_size = 1024;
constexpr int blocks_a_multiprocessor = 2;

// A few large blocks per multiprocessor: few partial sums at the end.
int block_count(std::size_t n) {
  const int most = std::min(blocks_a_multiprocessor * multiprocessors(), static_cast<int>(partial_size));
  return static_cast<int>(std::min<std::size_t>(n / block_size + 1, most));
}

std::size_t additions_in_a_row(std::size_t n) {
  const int blocks = block_count(n);
  return n / (std::size_t{block_size} * blocks) + blocks / warp_size + 32;  // a thread's own, partial sums, folds
}

namespace {

// ---- Rung 1. Two launches, as in reduction_shuffle, except that the partial sums are in static memory: nothing to
// allocate, pass or free. The drawback: one sum at a time.
template <typename Real>
__device__ Real static_partial[partial_size];

template <typename Real>
__global__ void sum_static_memory_kernel(const Real* x, std::size_t n, Real* partial) {
  const Real block_sum = fold_block<ByShuffles, block_size>(add_stride(x, n));
  if (threadIdx.x == 0) partial[blockIdx.x] = block_sum;
}

template <typename Real>
void sum_static_memory(const Real* x, Real*, Real* sum, std::size_t n) {
  void* address = nullptr;
  check(cudaGetSymbolAddress(&address, static_partial<Real>));
  Real* const partial = static_cast<Real*>(address);
  const int blocks = block_count(n);
  sum_static_memory_kernel<<<blocks, block_size>>>(x, n, partial);
  check(cudaGetLastError());
  sum_static_memory_kernel<<<1, block_size>>>(partial, blocks, sum);
  check(cudaGetLastError());
}

// ---- Rung 2. One launch: the last block to finish adds all partial sums. It adds them in the same order whichever
// block it is, so the sum is always the same; one atomicAdd per block would avoid this step, but lose that property.
__device__ unsigned finished_blocks = 0;

// mine: this thread's part. Stores the sum of all threads of the grid in *sum. Every thread must call it.
template <typename Real>
__device__ void finish(Real mine, Real* partial, Real* sum) {
  const Real block_sum = fold_block<ByShuffles, block_size>(mine);
  if (threadIdx.x >= warp_size) return;  // one warp does the rest, without a barrier of the block

  bool last = false;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = block_sum;
    __threadfence();                                                     // the sum must be visible before the count is
    last = atomicInc(&finished_blocks, gridDim.x - 1) == gridDim.x - 1;  // which wraps it to 0 for the next launch
    if (last) __threadfence();  // and no partial sum is read before the count: atomicInc orders no other memory
  }
  if (!__shfl_sync(all_lanes, last, 0)) return;
  __syncwarp();  // makes what lane 0 sees visible to the other lanes: a shuffle passes on a register only

  Real all = 0;
  for (unsigned b = threadIdx.x; b < gridDim.x; b += warp_size) all += partial[b];
  all = ByShuffles::fold(all);
  if (threadIdx.x == 0) *sum = all;
}

template <typename Real>
__global__ void sum_last_block_kernel(const Real* x, std::size_t n, Real* partial, Real* sum) {
  finish(add_stride(x, n), partial, sum);
}

template <typename Real>
void sum_last_block(const Real* x, Real* partial, Real* sum, std::size_t n) {
  sum_last_block_kernel<<<block_count(n), block_size>>>(x, n, partial, sum);
  check(cudaGetLastError());
}

// ---- Rung 3. Same, except that a thread has eight loads of 16 bytes in flight before it adds: by Little's law, the
// bytes in flight set the rate, not the instructions. __ldcs: each byte is read once, so the caches may evict it first.
// The 1 in the launch bounds says that one block per multiprocessor is enough: otherwise the compiler would limit
// registers so that two fit, and have fewer loads in flight.
__device__ float4 plus(float4 a, float4 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}
__device__ double2 plus(double2 a, double2 b) {
  return {a.x + b.x, a.y + b.y};
}
__device__ float total(float4 v) {
  return (v.x + v.y) + (v.z + v.w);
}
__device__ double total(double2 v) {
  return v.x + v.y;
}

template <typename Real, typename Vector>
__global__ void __launch_bounds__(block_size, 1)
    sum_vectorised_kernel(const Real* x, std::size_t n, Real* partial, Real* sum) {
  constexpr int in_flight = 8;
  constexpr std::size_t width = sizeof(Vector) / sizeof(Real);
  const Vector* v = reinterpret_cast<const Vector*>(x);
  const std::size_t vectors = n / width, stride = std::size_t{gridDim.x} * block_size;
  const std::size_t first = std::size_t{blockIdx.x} * block_size + threadIdx.x;

  Vector mine = {};
  std::size_t i = first;
  for (; i + (in_flight - 1) * stride < vectors; i += in_flight * stride) {
    Vector loaded[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) loaded[k] = __ldcs(v + i + k * stride);
#pragma unroll
    for (int k = 0; k < in_flight; ++k) mine = plus(mine, loaded[k]);
  }
  for (; i < vectors; i += stride) mine = plus(mine, __ldcs(v + i));

  const Real rest = first < n % width ? x[vectors * width + first] : Real{0};  // what no vector holds
  finish(total(mine) + rest, partial, sum);
}

template <typename Real>
void sum_vectorised(const Real* x, Real* partial, Real* sum, std::size_t n) {
  using Vector = std::conditional_t<sizeof(Real) == 4, float4, double2>;
  sum_vectorised_kernel<Real, Vector><<<block_count(n), block_size>>>(x, n, partial, sum);
  check(cudaGetLastError());
}

// ---- Rung 4. Same, except at the ends. Only as many blocks as fit at once, so no multiprocessor drains and refills in
// between; and the elements left after the full rounds are loaded at once too, where rung 3 waits for one load after
// the other.
template <typename Real, typename Vector>
__global__ void __launch_bounds__(block_size, 1)
    sum_full_ends_kernel(const Real* x, std::size_t n, Real* partial, Real* sum) {
  constexpr int in_flight = 8;
  constexpr std::size_t width = sizeof(Vector) / sizeof(Real);
  const Vector* v = reinterpret_cast<const Vector*>(x);
  const std::size_t vectors = n / width, stride = std::size_t{gridDim.x} * block_size;
  const std::size_t first = std::size_t{blockIdx.x} * block_size + threadIdx.x;

  Vector mine = {};
  for (std::size_t i = first; i < vectors; i += in_flight * stride) {
    Vector loaded[in_flight];
#pragma unroll
    for (int k = 0; k < in_flight; ++k) {
      const std::size_t at = i + k * stride;
      loaded[k] = at < vectors ? __ldcs(v + at) : Vector{};
    }
#pragma unroll
    for (int k = 0; k < in_flight; ++k) mine = plus(mine, loaded[k]);
  }

  const Real rest = first < n % width ? x[vectors * width + first] : Real{0};
  finish(total(mine) + rest, partial, sum);
}

template <typename Real>
void sum_full_ends(const Real* x, Real* partial, Real* sum, std::size_t n) {
  using Vector = std::conditional_t<sizeof(Real) == 4, float4, double2>;
  const int blocks = std::min(block_count(n), multiprocessors());
  sum_full_ends_kernel<Real, Vector><<<blocks, block_size>>>(x, n, partial, sum);
  check(cudaGetLastError());
}

}  // namespace

template <typename Real>
std::span<const sum::Rung<Real>> ladder() {
  static constexpr sum::Rung<Real> rungs[] = {
      {"static_memory", sum_static_memory<Real>},  // no scratch from the caller
      {"last_block", sum_last_block<Real>},        // one launch
      {"vectorised", sum_vectorised<Real>},        // 128 bytes in flight per thread
      {"full_ends", sum_full_ends<Real>},          // as many at the ends
  };
  return rungs;
}
template std::span<const sum::Rung<float>> ladder();
template std::span<const sum::Rung<double>> ladder();

}  // namespace reduction_fast
