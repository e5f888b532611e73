// What a sort must know before its first pass: where in the sorted array each digit of each pass starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cuda/atomic>

#include "ch15_patterns/radix_sort/radix_sort.h"
#include "common/ptx.h"

namespace one_sweep {

using radix_sort::digit_bits;
using radix_sort::digits;
using radix_sort::Key;
using radix_sort::passes;
using radix_sort::Value;

// In device memory, for the kernels of one sort. All zero before the first. Word counts keys: 32 bits are quicker, 64
// are for many keys.
template <typename Word>
struct Plan {
  Word starts[passes][digits];  // at first how often each digit occurs, then where its first key goes
  unsigned moves[passes];       // 0: the digit is the same in all keys, so that the pass would change nothing
  unsigned ticket[passes];      // the next tile of each pass
  unsigned finished;            // blocks of the histogram
};

__device__ inline unsigned digit_of(Key key, int pass) {
  return key >> pass * digit_bits & (digits - 1);
}

__device__ inline unsigned add(unsigned* word, unsigned value) {
  return atomicAdd(word, value);
}
__device__ inline std::uint64_t add(std::uint64_t* word, std::uint64_t value) {
  return atomicAdd(reinterpret_cast<unsigned long long*>(word), static_cast<unsigned long long>(value));
}

struct Arrays {
  const Key* keys;
  const Value* values;
  Key *other, *sorted;
  Value *other_values, *sorted_values;
};

struct Route {
  const Key* from;
  const Value* from_values;
  Key* to;
  Value* to_values;
};

// Passes that change nothing are left out; the others take turns between two arrays such that the last ends in sorted.
template <typename Word>
__device__ Route route(const Arrays& a, const Plan<Word>& plan, int pass) {
  unsigned before = 0, after = 0;
  for (int p = 0; p < passes; ++p) (p < pass ? before : after) += plan.moves[p];
  const bool to_sorted = after % 2 == 1;  // this pass counted in
  return {before == 0 ? a.keys
          : to_sorted ? a.other
                      : a.sorted,
          before == 0 ? a.values
          : to_sorted ? a.other_values
                      : a.sorted_values,
          to_sorted ? a.sorted : a.other, to_sorted ? a.sorted_values : a.other_values};
}

constexpr int histogram_threads = 1024;
constexpr std::size_t histogram_shared_bytes = std::size_t{4} * passes * digits * 32;

static_assert(histogram_threads == passes * digits, "a thread finishes each digit of each pass");

// The last block to finish: counts become starts, by a scan over the digits of each pass.
template <typename Word>
__device__ void finish_plan(std::size_t n, Plan<Word>* plan) {
  __shared__ Word of_warp[histogram_threads / 32];
  const int pass = threadIdx.x / digits, digit = threadIdx.x % digits, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const Word count = plan->starts[pass][digit];
  Word inclusive = count;
  for (int distance = 1; distance < 32; distance *= 2) {
    const Word other = __shfl_up_sync(~0u, inclusive, distance);
    if (lane >= distance) inclusive += other;
  }
  if (lane == 31) of_warp[warp] = inclusive;
  if (count != 0 && count != n) atomicOr(&plan->moves[pass], 1u);
  __syncthreads();

  Word start = inclusive - count;
  for (int w = pass * (digits / 32); w < warp; ++w) start += of_warp[w];
  plan->starts[pass][digit] = start;
  if (threadIdx.x == 0) {  // equal keys still have to get to where the result belongs
    unsigned any = 0;
    for (int p = 0; p < passes; ++p) any |= __ldcg(&plan->moves[p]);
    if (!any) plan->moves[0] = 1;
  }
}

// Counts the digits of all passes in one reading of the keys, and clears the words of the passes' look-back. Every lane
// has counters, in a bank, of its own: the keys of a warp never meet there, however equal they are.
template <typename Word>
__global__ __launch_bounds__(histogram_threads) void histogram_kernel(const unsigned* wanted, const Key* keys,
                                                                      std::size_t n, Plan<Word>* plan, Word* look_back,
                                                                      std::size_t look_back_words) {
  extern __shared__ unsigned count[];  // [passes][digits][32 lanes]
  __shared__ bool last;
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  wait_for_kernel_before();
  if (wanted && !*wanted) return;

  for (int i = threadIdx.x; i < passes * digits * 32; i += histogram_threads) count[i] = 0;
  const std::size_t first = std::size_t{blockIdx.x} * histogram_threads + threadIdx.x;
  const std::size_t stride = std::size_t{gridDim.x} * histogram_threads;
  for (std::size_t i = first; i < look_back_words; i += stride) look_back[i] = 0;
  __syncthreads();

  const auto count_key = [&](Key key) {
    for (int pass = 0; pass < passes; ++pass) atomicAdd(&count[(pass * digits + digit_of(key, pass)) * 32 + lane], 1u);
  };
  const auto count_four = [&](uint4 four) {
    count_key(four.x);
    count_key(four.y);
    count_key(four.z);
    count_key(four.w);
  };
  const auto* fours = reinterpret_cast<const uint4*>(keys);
  std::size_t i = first;
  for (; i + stride < n / 4; i += 2 * stride) {  // two loads in flight
    const uint4 a = __ldcs(&fours[i]), b = __ldcs(&fours[i + stride]);
    count_four(a);
    count_four(b);
  }
  if (i < n / 4) count_four(fours[i]);
  if (first < n % 4) count_key(keys[n / 4 * 4 + first]);
  __syncthreads();

  for (int row = warp; row < passes * digits; row += histogram_threads / 32) {
    const unsigned sum = sum_of_warp(count[row * 32 + lane]);
    if (lane == 0 && sum > 0) add(&plan->starts[row / digits][row % digits], Word{sum});
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    // Release: whoever sees this block in the count sees what all its threads have added. Acquire: the last block sees
    // what all others have.
    const cuda::atomic_ref<unsigned, cuda::thread_scope_device> finished(plan->finished);
    last = finished.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) finish_plan(n, plan);
}

}  // namespace one_sweep
