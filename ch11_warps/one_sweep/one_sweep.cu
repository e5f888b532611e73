// Radix sort in one sweep a pass.
//
// A pass of radix_sort reads the keys twice: a tile must know how many keys of each digit are in the tiles before it.
// Two things make the first reading needless. Where the digits of the whole array start is counted for all four passes
// at once (histogram.cuh): a pass moves keys, but does not change which there are. And what is in the tiles before
// comes from those tiles themselves: each publishes its counts, and looks back through the counts of its predecessors.
#include "ch11_warps/one_sweep/one_sweep.h"

#include <algorithm>

#include "ch11_warps/one_sweep/dependent_launch.h"
#include "ch11_warps/one_sweep/histogram.cuh"
#include "ch11_warps/one_sweep/partition.cuh"
#include "ch11_warps/one_sweep/stable_tile.cuh"
#include "common/check.h"
#include "common/device.h"
#include "common/launch.h"

namespace one_sweep {

// ---- Rung 1. Four passes, each stable. A block moves one tile; where that leaves the kernel with nothing to do in
// most sorts, few blocks move all tiles (blocks that return at once take time too).
template <typename Word, bool pairs, bool many_tiles>
__global__ __launch_bounds__(threads, blocks_per_sm) void stable_pass_kernel(const unsigned* wanted, Arrays arrays,
                                                                             std::size_t n, int pass, Plan<Word>* plan,
                                                                             Word* look_back) {
  wait_for_kernel_before();
  if (wanted && !*wanted) return;
  if (!plan->moves[pass]) return;
  const Route way = route(arrays, *plan, pass);
  if constexpr (many_tiles) {
    while (move_tile<Word, pairs>(way, n, pass, plan, look_back)) __syncthreads();
  } else {
    move_tile<Word, pairs>(way, n, pass, plan, look_back);
  }
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

// ---- The scratch: the plan, the words of the look-back (a row of digits a tile and pass), keys and values between
// passes.
template <typename Word>
void sort(const unsigned* wanted, const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
          Value* sorted_values, bool unordered_first) {
  static_assert(sizeof(Plan<Word>) <= cleared_bytes);
  const int tiles = blocks_for(n, tile_size);
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
  const auto stable_pass = wanted   ? stable_pass_kernel<Word, false, true>
                           : values ? stable_pass_kernel<Word, true, false>
                                    : stable_pass_kernel<Word, false, false>;
  const int blocks = wanted ? std::min(tiles, multiprocessors() * blocks_per_sm) : tiles;
  for (int pass = unordered_first; pass < passes; ++pass)
    launch_dependent(stable_pass, blocks, threads, tile_shared_bytes, wanted, arrays, n, pass, plan,
                     look_back + words / passes * pass);
}

void sort_if(const unsigned* wanted, const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
             Value* sorted_values, bool unordered_first) {
  const bool few = n < of_tile<unsigned>;  // such counts leave room for the top bits of a 32-bit word
  (few ? sort<unsigned> : sort<std::uint64_t>)(wanted, keys, values, n, scratch, sorted, sorted_values,
                                               unordered_first);
}

void stable_passes(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
                   Value* sorted_values) {
  if (n == 0) return;
  check(cudaMemsetAsync(scratch, 0, cleared_bytes));
  sort_if(nullptr, keys, values, n, scratch, sorted, sorted_values, false);
}

void one_sweep(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted, Value* sorted_values) {
  if (n == 0) return;
  check(cudaMemsetAsync(scratch, 0, cleared_bytes));
  sort_if(nullptr, keys, values, n, scratch, sorted, sorted_values, values == nullptr);
}

void one_sweep_if(const unsigned* wanted, const Key* keys, std::size_t n, void* scratch, Key* sorted) {
  if (n > 0) sort_if(wanted, keys, nullptr, n, scratch, sorted, nullptr, true);
}

std::size_t scratch_bytes(std::size_t n) {
  const std::size_t words = std::size_t{passes} * blocks_for(n, tile_size) * digits;
  return cleared_bytes + words * (n < of_tile<unsigned> ? sizeof(unsigned) : sizeof(std::uint64_t)) +
         n * (sizeof(Key) + sizeof(Value));
}

}  // namespace one_sweep
