// Radix sort in one sweep per pass (Adinets and Merrill, 2022, "Onesweep").
//
// A pass of radix_sort reads the keys twice: a tile must know how many keys of each digit are in the tiles before it.
// Two steps make the first read unnecessary. First, the start of each digit in the whole array is computed for all four
// passes at once (ch15_patterns/radix/histogram.cuh): a pass moves keys, but does not change which keys there are.
// Second, the counts of the earlier tiles come from those tiles themselves: each tile publishes its counts, and looks
// back at the counts of its predecessors (ch15_patterns/radix/stable_tile.cuh, the core of this lesson).
#include "ch15_patterns/one_sweep/one_sweep.h"

#include <algorithm>
#include <cstdint>

#include "ch15_patterns/radix/histogram.cuh"
#include "ch15_patterns/radix/partition.cuh"
#include "ch15_patterns/radix/stable_tile.cuh"
#include "common/check.h"
#include "common/dependent_launch.h"

namespace one_sweep {
namespace {

using namespace radix;

// ---- Rung 1. Four passes, each stable: one block per tile.
template <typename Shape, typename Word>
__global__ __launch_bounds__(Shape::threads, Shape::blocks_per_sm) void stable_pass_kernel(Arrays arrays, std::size_t n,
                                                                                           int pass, Plan<Word>* plan,
                                                                                           Word* look_back) {
  wait_for_kernel_before();
  if (!plan->moves[pass]) return;
  move_tile<Shape>(route(arrays, *plan, pass), n, pass, plan, look_back);
}

// ---- Rung 2. Same as rung 1, except that the first pass over keys alone need not keep their order: one block per SM,
// and a partition (ch15_patterns/radix/partition.cuh).
template <typename Word>
__global__ __launch_bounds__(UnorderedPass::threads) void first_pass_kernel(Arrays arrays, Count n, Plan<Word>* plan) {
  wait_for_kernel_before();
  if (!plan->moves[0]) return;
  const Buckets<Word> buckets = {route(arrays, *plan, 0).to, plan->starts[0], 0, nullptr};
  partition<UnorderedPass>({arrays.keys, n.value(), nullptr, 0}, buckets, 0, &plan->ticket[0]);
}

// ---- The launches of both rungs.

// No kernel has more than 4 KB of static shared memory; the histogram has 1 KB at most.
static_assert(histogram_shared_bytes + 1024 <= stable_passes_needs.shared_bytes);
static_assert(std::max(KeyTile::shared_bytes, PairTile::shared_bytes) + 4096 <= stable_passes_needs.shared_bytes);
static_assert(UnorderedPass::shared_bytes + 4096 <= one_sweep_needs.shared_bytes);

// A sort of at most `most` keys in two steps: only the second needs the number of keys on the host. For the arguments
// see common/sort_task.h. memory holds scratch_bytes(most). Word counts keys, and must hold their number;
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

template <typename Word>
void sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* memory,
          bool unordered_first) {
  if (n == 0) return;
  const Sort<Word> steps(keys, values, sorted, sorted_values, n, memory, unordered_first);
  steps.begin(n);
  steps.finish(n);
}

void stable_passes(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                   void* scratch) {
  (n <= most_narrow ? sort<unsigned> : sort<std::uint64_t>)(keys, values, sorted, sorted_values, n, scratch, false);
}

// The two steps of a sort in parts.
Sort<unsigned> sort_of(const Part& part) {
  return {part.keys, nullptr, part.sorted, nullptr, part.most, part.scratch, lacking(one_sweep_needs).empty()};
}

}  // namespace

void one_sweep(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch) {
  if (n > most_narrow) return one_sweep_wide(keys, values, sorted, sorted_values, n, scratch);
  sort<unsigned>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
}

void one_sweep_wide(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch) {
  sort<std::uint64_t>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
}

std::size_t scratch_bytes(std::size_t n) {
  return radix::scratch_bytes(n, std::min(KeyTile::size, PairTile::size));
}

void begin(const Part& part, const unsigned long long* n) {
  sort_of(part).begin({part.most, n});
}

void finish(const Part& part, std::size_t n) {
  sort_of(part).finish(n);
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"stable_passes", stable_passes, stable_passes_needs},  // tiles look back at those before, while all are running
      {"one_sweep", one_sweep, one_sweep_needs},              // for keys alone the first pass does not keep their order
  };
  return rungs;
}

}  // namespace one_sweep
