// What a radix sort needs before its first pass: where in the sorted array each digit of each pass starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda/atomic>

#include "ch15_patterns/radix/plan.cuh"
#include "common/ptx.h"
#include "common/warp.cuh"

namespace radix {

constexpr int histogram_threads = 1024;
constexpr std::size_t histogram_shared_bytes = std::size_t{4} * passes * digits * 32;

static_assert(histogram_threads == passes * digits, "a thread finishes each digit of each pass");

// The last block to finish: counts become starts, by a scan over the digits of each pass.
template <typename Word>
__device__ void finish_plan(std::size_t n, Plan<Word>* plan) {
  __shared__ Word of_warp[histogram_threads / 32];
  const int pass = threadIdx.x / digits, digit = threadIdx.x % digits, lane = lane_index(), warp = warp_index();
  const Word count = plan->starts[pass][digit], inclusive = scan_warp(count);
  if (lane == 31) of_warp[warp] = inclusive;
  if (count != 0 && count != n) atomicOr(&plan->moves[pass], 1u);
  __syncthreads();

  Word start = inclusive - count;
  for (int w = pass * (digits / 32); w < warp; ++w) start += of_warp[w];
  plan->starts[pass][digit] = start;
  if (threadIdx.x == 0) {  // equal keys still have to reach the result's array
    unsigned any = 0;
    for (int p = 0; p < passes; ++p) any |= __ldcg(&plan->moves[p]);
    if (!any) plan->moves[0] = 1;
  }
}

// Every lane has its own counters, in its own bank: the keys of a warp never conflict there, for any keys. count:
// [passes][digits][32 lanes], in shared memory.
__device__ inline void count_key(unsigned* count, Key key) {
  for (int pass = 0; pass < passes; ++pass)
    atomicAdd(&count[(pass * digits + digit_of(key, pass)) * 32 + lane_index()], 1u);
}

__device__ inline void count_four(unsigned* count, uint4 four) {
  count_key(count, four.x);
  count_key(count, four.y);
  count_key(count, four.z);
  count_key(count, four.w);
}

// This block's share of all the keys that the grid counts.
__device__ inline void count_keys(unsigned* count, const Key* keys, std::size_t n) {
  const std::size_t first = std::size_t{blockIdx.x} * histogram_threads + threadIdx.x;
  const std::size_t stride = std::size_t{gridDim.x} * histogram_threads;
  const auto* fours = reinterpret_cast<const uint4*>(keys);
  std::size_t i = first;
  for (; i + stride < n / 4; i += 2 * stride) {  // two loads in flight
    const uint4 a = __ldcs(&fours[i]), b = __ldcs(&fours[i + stride]);
    count_four(count, a);
    count_four(count, b);
  }
  if (i < n / 4) count_four(count, fours[i]);
  if (first < n % 4) count_key(count, keys[n / 4 * 4 + first]);
}

// Counts the digits of all passes in one read of the keys, and clears the words of the passes' look-back, for tiles of
// `tile` keys. If wanted is not null, nothing happens unless *wanted is not 0.
template <typename Word>
__global__ __launch_bounds__(histogram_threads) void histogram_kernel(const unsigned* wanted, const Key* keys,
                                                                      Count keys_in_all, Plan<Word>* plan,
                                                                      Word* look_back, int tile) {
  extern __shared__ unsigned count[];
  __shared__ bool last;
  wait_for_kernel_before();
  if (wanted && !*wanted) return;
  const std::size_t n = keys_in_all.value();

  for (int i = threadIdx.x; i < passes * digits * 32; i += histogram_threads) count[i] = 0;
  const std::size_t first = std::size_t{blockIdx.x} * histogram_threads + threadIdx.x;
  const std::size_t stride = std::size_t{gridDim.x} * histogram_threads;
  for (std::size_t i = first; i < passes * look_back_words(n, tile); i += stride) look_back[i] = 0;
  __syncthreads();

  count_keys(count, keys, n);
  __syncthreads();

  for (int row = warp_index(); row < passes * digits; row += histogram_threads / 32) {
    const unsigned sum = sum_of_warp(count[row * 32 + lane_index()]);
    if (lane_index() == 0 && sum > 0) add(&plan->starts[row / digits][row % digits], Word{sum});
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    // Release: a block that reads this block's count also sees what all its threads have added. Acquire: the last block
    // sees what all others have.
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> finished(plan->finished);
    last = finished.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) finish_plan(n, plan);
}

}  // namespace radix
