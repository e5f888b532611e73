// Radix sort in one sweep per pass (Adinets and Merrill, 2022, "Onesweep").
//
// A pass of radix_sort reads the keys twice: a tile must know how many keys of each digit are in the tiles before it.
// Two things make the first reading needless. Where the digits of the whole array start is counted for all four passes
// at once (common/radix/histogram.cuh): a pass moves keys, but does not change which there are. And what is in the
// tiles before comes from those tiles themselves: each publishes its counts, and looks back through the counts of its
// predecessors (common/radix/stable_tile.cuh, the heart of this lesson).
#include "ch15_patterns/one_sweep/one_sweep.h"

#include <algorithm>

#include "common/check.h"
#include "common/dependent_launch.h"
#include "common/device.h"
#include "common/launch.h"
#include "common/radix/histogram.cuh"
#include "common/radix/partition.cuh"
#include "common/radix/stable_tile.cuh"

namespace one_sweep {

using radix::Arrays, radix::KeyTile, radix::PairTile, radix::passes, radix::Plan, radix::UnorderedPass;

// ---- Rung 1. Four passes, each stable. One block per tile.
template <typename Shape, typename Word>
__global__ __launch_bounds__(Shape::threads, Shape::blocks_per_sm) void stable_pass_kernel(Arrays arrays, std::size_t n,
                                                                                           int pass, Plan<Word>* plan,
                                                                                           Word* look_back) {
  wait_for_kernel_before();
  if (!plan->moves[pass]) return;
  radix::move_tile<Shape>(radix::route(arrays, *plan, pass), n, pass, plan, look_back);
}

// ---- Rung 2. Same as stable_passes, except that keys alone have no order yet that the first pass could spoil. One
// block per SM, and a partition (common/radix/partition.cuh).
template <typename Word>
__global__ __launch_bounds__(UnorderedPass::threads) void first_pass_kernel(Arrays arrays, std::size_t n,
                                                                            Plan<Word>* plan) {
  wait_for_kernel_before();
  if (!plan->moves[0]) return;
  const radix::Buckets<Word> buckets = {radix::route(arrays, *plan, 0).to, plan->starts[0], 0, nullptr};
  radix::partition<UnorderedPass>({arrays.keys, n, nullptr, 0}, buckets, 0, &plan->ticket[0]);
}

// Of static shared memory no kernel has more than 4 KB; that of the histogram is 1 KB at most.
static_assert(radix::histogram_shared_bytes + 1024 <= stable_passes_bytes);
static_assert(std::max(KeyTile::shared_bytes, PairTile::shared_bytes) + 4096 <= stable_passes_bytes);
static_assert(UnorderedPass::shared_bytes + 4096 <= one_sweep_bytes);

template <typename Word>
void sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* memory,
          bool unordered_first) {
  if (n == 0) return;
  check(cudaMemsetAsync(memory, 0, radix::plan_bytes));
  const int tiles = blocks_for(n, values ? PairTile::size : KeyTile::size);
  const radix::Scratch<Word> scratch(memory, tiles);
  const Arrays arrays = {keys, values, scratch.other, sorted, values ? scratch.other + n : nullptr, sorted_values};

  launch_dependent(radix::histogram_kernel<Word>, multiprocessors(), radix::histogram_threads,
                   radix::histogram_shared_bytes, nullptr, keys, n, scratch.plan, scratch.look_back,
                   scratch.look_back_words);
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

void stable_passes(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                   void* scratch) {
  (n <= radix::most_narrow ? sort<unsigned> : sort<std::uint64_t>)(keys, values, sorted, sorted_values, n, scratch,
                                                                   false);
}

void one_sweep(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch) {
  if (n > radix::most_narrow) return one_sweep_wide(keys, values, sorted, sorted_values, n, scratch);
  sort<unsigned>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
}

void one_sweep_wide(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch) {
  sort<std::uint64_t>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
}

std::size_t scratch_bytes(std::size_t n) {
  return radix::scratch_bytes(n, blocks_for(n, std::min(KeyTile::size, PairTile::size)));
}

}  // namespace one_sweep
