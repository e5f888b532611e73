// A radix sort in one sweep per pass (Adinets and Merrill, 2022, "Onesweep"): a histogram of all passes, then passes
// that read the keys once. ch15_patterns/one_sweep explains it, ch16_thrust_cub/sort_libraries compares it.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/check.h"
#include "common/dependent_launch.h"
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
__global__ __launch_bounds__(UnorderedPass::threads) void first_pass_kernel(Arrays arrays, Count n, Plan<Word>* plan) {
  wait_for_kernel_before();
  if (!plan->moves[0]) return;
  const Buckets<Word> buckets = {route(arrays, *plan, 0).to, plan->starts[0], 0, nullptr};
  partition<UnorderedPass>({arrays.keys, n.value(), nullptr, 0}, buckets, 0, &plan->ticket[0]);
}

// No kernel has more than 4 KB of static shared memory; the histogram has 1 KB at most.
static_assert(histogram_shared_bytes + 1024 <= stable_passes_bytes);
static_assert(std::max(KeyTile::shared_bytes, PairTile::shared_bytes) + 4096 <= stable_passes_bytes);
static_assert(UnorderedPass::shared_bytes + 4096 <= one_sweep_bytes);

// A sort of at most `most` keys in two steps: only the second needs the number of keys on the host. For the arguments
// see common/sort_task.h. memory holds one_sweep_scratch_bytes(most). Word counts keys, and must hold their number;
// unordered_first: only for keys without values.
template <typename Word>
class Sort {
 public:
  Sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t most, void* memory,
       bool unordered_first)
      : tile_(values ? PairTile::size : KeyTile::size),
        memory_(memory),
        scratch_(memory, most, tile_),
        arrays_{keys, values, scratch_.other, sorted, values ? scratch_.other + most : nullptr, sorted_values},
        unordered_first_(unordered_first) {}

  // The work that has as many blocks for any number of keys.
  void begin(Count n) const {
    check(cudaMemsetAsync(memory_, 0, plan_bytes));
    launch_dependent(histogram_kernel<Word>, multiprocessors(), histogram_threads, histogram_shared_bytes, nullptr,
                     arrays_.keys, n, scratch_.plan, scratch_.look_back, tile_);
    if (unordered_first_)
      launch_dependent(first_pass_kernel<Word>, multiprocessors(), UnorderedPass::threads, UnorderedPass::shared_bytes,
                       arrays_, n, scratch_.plan);
  }

  // The other passes, which have a block per tile. n: as it was on the device.
  void finish(std::size_t n) const {
    for (int pass = unordered_first_; n > 0 && pass < passes; ++pass) {
      Word* look_back = scratch_.look_back + pass * look_back_words(n, tile_);
      arrays_.values ? launch_pass<PairTile>(n, pass, look_back) : launch_pass<KeyTile>(n, pass, look_back);
    }
  }

 private:
  template <typename Tile>
  void launch_pass(std::size_t n, int pass, Word* look_back) const {
    launch_dependent(stable_pass_kernel<Tile, Word>, blocks_for(n, Tile::size), Tile::threads, Tile::shared_bytes,
                     arrays_, n, pass, scratch_.plan, look_back);
  }

  int tile_;
  void* memory_;
  Scratch<Word> scratch_;
  Arrays arrays_;
  bool unordered_first_;
};

// Both steps, for n keys.
template <typename Word>
void sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* memory,
          bool unordered_first) {
  if (n == 0) return;
  const Sort<Word> steps(keys, values, sorted, sorted_values, n, memory, unordered_first);
  steps.begin(n);
  steps.finish(n);
}

inline std::size_t one_sweep_scratch_bytes(std::size_t n) {
  return scratch_bytes(n, std::min(KeyTile::size, PairTile::size));
}

}  // namespace radix
