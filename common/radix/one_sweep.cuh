// A radix sort in one sweep per pass (Adinets and Merrill, 2022, "Onesweep"): a histogram of all passes, then passes
// that read the keys once. ch15_patterns/one_sweep explains it, ch16_thrust_cub/sort_libraries compares it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/check.h"
#include "common/dependent_launch.h"
#include "common/device.h"
#include "common/launch.h"
#include "common/radix/histogram.cuh"
#include "common/radix/one_sweep_needs.h"
#include "common/radix/partition.cuh"
#include "common/radix/stable_tile.cuh"

namespace radix {

// A stable pass: one block per tile.
template <typename Shape, typename Word>
__global__ __launch_bounds__(Shape::threads, Shape::blocks_per_sm) void stable_pass_kernel(Arrays arrays, std::size_t n,
                                                                                           int pass, Plan<Word>* plan,
                                                                                           Word* look_back) {
  wait_for_kernel_before();
  if (!plan->moves[pass]) return;
  move_tile<Shape>(route(arrays, *plan, pass), n, pass, plan, look_back);
}

// The first pass of keys alone, which need not keep their order: one block per SM, and a partition.
template <typename Word>
__global__ __launch_bounds__(UnorderedPass::threads) void first_pass_kernel(Arrays arrays, std::size_t n,
                                                                            Plan<Word>* plan) {
  wait_for_kernel_before();
  if (!plan->moves[0]) return;
  const Buckets<Word> buckets = {route(arrays, *plan, 0).to, plan->starts[0], 0, nullptr};
  partition<UnorderedPass>({arrays.keys, n, nullptr, 0}, buckets, 0, &plan->ticket[0]);
}

// No kernel has more than 4 KB of static shared memory; the histogram has 1 KB at most.
static_assert(histogram_shared_bytes + 1024 <= stable_passes_bytes);
static_assert(std::max(KeyTile::shared_bytes, PairTile::shared_bytes) + 4096 <= stable_passes_bytes);
static_assert(UnorderedPass::shared_bytes + 4096 <= one_sweep_bytes);

// For the arguments see common/sort_task.h. memory holds one_sweep_scratch_bytes(n). Word counts keys, and must hold n;
// unordered_first: only for keys without values.
template <typename Word>
void sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* memory,
          bool unordered_first) {
  if (n == 0) return;
  check(cudaMemsetAsync(memory, 0, plan_bytes));
  const int tiles = blocks_for(n, values ? PairTile::size : KeyTile::size);
  const Scratch<Word> scratch(memory, tiles);
  const Arrays arrays = {keys, values, scratch.other, sorted, values ? scratch.other + n : nullptr, sorted_values};

  launch_dependent(histogram_kernel<Word>, multiprocessors(), histogram_threads, histogram_shared_bytes, nullptr, keys,
                   n, scratch.plan, scratch.look_back, scratch.look_back_words);
  if (unordered_first)
    launch_dependent(first_pass_kernel<Word>, multiprocessors(), UnorderedPass::threads, UnorderedPass::shared_bytes,
                     arrays, n, scratch.plan);
  for (int pass = unordered_first; pass < passes; ++pass) {
    Word* look_back = scratch.look_back_of(pass);
    if (values) {
      launch_dependent(stable_pass_kernel<PairTile, Word>, tiles, PairTile::threads, PairTile::shared_bytes, arrays, n,
                       pass, scratch.plan, look_back);
    } else {
      launch_dependent(stable_pass_kernel<KeyTile, Word>, tiles, KeyTile::threads, KeyTile::shared_bytes, arrays, n,
                       pass, scratch.plan, look_back);
    }
  }
}

inline std::size_t one_sweep_scratch_bytes(std::size_t n) {
  return scratch_bytes(n, blocks_for(n, std::min(KeyTile::size, PairTile::size)));
}

}  // namespace radix
