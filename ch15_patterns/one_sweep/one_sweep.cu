// Radix sort in one sweep a pass.
//
// A pass of radix_sort reads the keys twice: a tile must know how many keys of each digit are in the tiles before it.
// Two things make the first reading needless. Where the digits of the whole array start is counted for all four passes
// at once (histogram.cuh): a pass moves keys, but does not change which there are. And what is in the tiles before
// comes from those tiles themselves: each publishes its counts, and looks back through the counts of its predecessors.
#include "ch15_patterns/one_sweep/one_sweep.h"

#include <algorithm>

#include "ch15_patterns/one_sweep/dependent_launch.h"
#include "ch15_patterns/one_sweep/histogram.cuh"
#include "ch15_patterns/one_sweep/partition.cuh"
#include "ch15_patterns/one_sweep/stable_tile.cuh"
#include "common/check.h"
#include "common/device.h"
#include "common/launch.h"

namespace one_sweep {

// ---- Rung 1. Four passes, each stable.
using KeyTile = TileShape<512, 28, 2, false>;
using PairTile = TileShape<448, 24, 2, true>;

template <typename Shape, typename Word>
__global__ __launch_bounds__(Shape::threads, Shape::blocks_per_sm) void stable_pass_kernel(const unsigned* wanted,
                                                                                           Arrays arrays, std::size_t n,
                                                                                           int pass, Plan<Word>* plan,
                                                                                           Word* look_back) {
  wait_for_kernel_before();
  if (wanted && !*wanted) return;
  if (!plan->moves[pass]) return;
  move_tile<Shape>(route(arrays, *plan, pass), n, pass, plan, look_back);
}

// The same with blocks that go on until no tile is left. It is slower (the loop takes registers), but where most sorts
// give it nothing to do, few blocks that return at once are quicker than many.
template <typename Word>
__device__ __noinline__ bool move_key_tile(const Route& way, std::size_t n, int pass, Plan<Word>* plan,
                                           Word* look_back) {
  return move_tile<KeyTile>(way, n, pass, plan, look_back);
}

template <typename Word>
__global__ __launch_bounds__(KeyTile::threads,
                             KeyTile::blocks_per_sm) void stable_pass_if_kernel(const unsigned* wanted, Arrays arrays,
                                                                                std::size_t n, int pass,
                                                                                Plan<Word>* plan, Word* look_back) {
  wait_for_kernel_before();
  if (!*wanted || !plan->moves[pass]) return;
  const Route way = route(arrays, *plan, pass);
  while (move_key_tile(way, n, pass, plan, look_back)) __syncthreads();
}

// ---- Rung 2. Same as stable_passes, except that keys alone have no order yet that the first pass could spoil.
using FirstPass = PartitionShape<digit_bits, 1024, 32, 1, false>;

template <typename Word>
__global__ __launch_bounds__(FirstPass::threads) void first_pass_kernel(const unsigned* wanted, Arrays arrays,
                                                                        std::size_t n, Plan<Word>* plan) {
  wait_for_kernel_before();
  if (wanted && !*wanted) return;
  if (!plan->moves[0]) return;
  partition<FirstPass>({arrays.keys, n, nullptr, 0},
                       Buckets<Word>{route(arrays, *plan, 0).to, plan->starts[0], 0, nullptr}, 0, &plan->ticket[0]);
}

// Of static shared memory no kernel has more than 4 KB; that of the histogram is 1 KB at most.
static_assert(histogram_shared_bytes + 1024 <= stable_passes_bytes);
static_assert(std::max(KeyTile::shared_bytes, PairTile::shared_bytes) + 4096 <= stable_passes_bytes);
static_assert(FirstPass::shared_bytes + 4096 <= one_sweep_bytes);

// ---- The scratch: the plan, the words of the look-back (a row of digits a tile and pass), keys and values between
// passes.
template <typename Word>
void sort(const unsigned* wanted, const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
          Value* sorted_values, bool unordered_first) {
  static_assert(sizeof(Plan<Word>) <= cleared_bytes);
  const int tiles = blocks_for(n, values ? PairTile::size : KeyTile::size);
  const std::size_t words = std::size_t{passes} * tiles * digits;
  auto* plan = static_cast<Plan<Word>*>(scratch);
  auto* look_back = reinterpret_cast<Word*>(static_cast<char*>(scratch) + cleared_bytes);
  auto* other = reinterpret_cast<Key*>(look_back + words);
  const Arrays arrays = {keys, values, other, sorted, values ? other + n : nullptr, sorted_values};

  launch_dependent(histogram_kernel<Word>, multiprocessors(), histogram_threads, histogram_shared_bytes, wanted, keys,
                   n, plan, look_back, words);
  if (unordered_first)
    launch_dependent(first_pass_kernel<Word>, multiprocessors(), FirstPass::threads, FirstPass::shared_bytes, wanted,
                     arrays, n, plan);
  for (int pass = unordered_first; pass < passes; ++pass) {
    Word* of_pass = look_back + words / passes * pass;
    if (wanted) {
      launch_dependent(stable_pass_if_kernel<Word>, std::min(tiles, multiprocessors() * KeyTile::blocks_per_sm),
                       KeyTile::threads, KeyTile::shared_bytes, wanted, arrays, n, pass, plan, of_pass);
    } else if (values) {
      launch_dependent(stable_pass_kernel<PairTile, Word>, tiles, PairTile::threads, PairTile::shared_bytes, wanted,
                       arrays, n, pass, plan, of_pass);
    } else {
      launch_dependent(stable_pass_kernel<KeyTile, Word>, tiles, KeyTile::threads, KeyTile::shared_bytes, wanted,
                       arrays, n, pass, plan, of_pass);
    }
  }
}

// Counts of fewer keys than this leave room for the top bits of a 32-bit word.
constexpr std::size_t most_narrow = of_tile<unsigned> - 1;

void stable_passes(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
                   Value* sorted_values) {
  if (n == 0) return;
  check(cudaMemsetAsync(scratch, 0, cleared_bytes));
  (n <= most_narrow ? sort<unsigned> : sort<std::uint64_t>)(nullptr, keys, values, n, scratch, sorted, sorted_values,
                                                            false);
}

void one_sweep_wide(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
                    Value* sorted_values) {
  if (n == 0) return;
  check(cudaMemsetAsync(scratch, 0, cleared_bytes));
  sort<std::uint64_t>(nullptr, keys, values, n, scratch, sorted, sorted_values, values == nullptr);
}

void one_sweep(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted, Value* sorted_values) {
  if (n == 0) return;
  if (n > most_narrow) return one_sweep_wide(keys, values, n, scratch, sorted, sorted_values);
  check(cudaMemsetAsync(scratch, 0, cleared_bytes));
  sort<unsigned>(nullptr, keys, values, n, scratch, sorted, sorted_values, values == nullptr);
}

void one_sweep_if(const unsigned* wanted, const Key* keys, std::size_t n, void* scratch, Key* sorted) {
  if (n == 0) return;
  (n <= most_narrow ? sort<unsigned> : sort<std::uint64_t>)(wanted, keys, nullptr, n, scratch, sorted, nullptr, true);
}

std::size_t scratch_bytes(std::size_t n) {
  const std::size_t words = std::size_t{passes} * blocks_for(n, std::min(KeyTile::size, PairTile::size)) * digits;
  return cleared_bytes + words * sizeof(std::uint64_t) + n * (sizeof(Key) + sizeof(Value));
}

}  // namespace one_sweep
