// Radix sort in one sweep per pass (Adinets and Merrill, 2022, "Onesweep").
//
// A pass of radix_sort reads the keys twice: a tile must know how many keys of each digit are in the tiles before it.
// Two things make the first reading needless. Where the digits of the whole array start is counted for all four passes
// at once (common/radix/histogram.cuh): a pass moves keys, but does not change which there are. And what is in the
// tiles before comes from those tiles themselves: each publishes its counts, and looks back through the counts of its
// predecessors (common/radix/stable_tile.cuh, the heart of this lesson). The kernels and their launches stand in
// common/radix/one_sweep.cuh.
#include "ch15_patterns/one_sweep/one_sweep.h"

#include "common/radix/one_sweep.cuh"

namespace one_sweep {

using radix::sort;

// ---- Rung 1. Four passes, each stable: stable_pass_kernel.
void stable_passes(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                   void* scratch) {
  (n <= radix::most_narrow ? sort<unsigned> : sort<std::uint64_t>)(keys, values, sorted, sorted_values, n, scratch,
                                                                   false);
}

// ---- Rung 2. Same as rung 1, except that keys alone have no order yet that the first pass could spoil:
// first_pass_kernel, a partition (common/radix/partition.cuh).
void one_sweep(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch) {
  if (n > radix::most_narrow) return one_sweep_wide(keys, values, sorted, sorted_values, n, scratch);
  sort<unsigned>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
}

void one_sweep_wide(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch) {
  sort<std::uint64_t>(keys, values, sorted, sorted_values, n, scratch, values == nullptr);
}

std::size_t scratch_bytes(std::size_t n) {
  return radix::one_sweep_scratch_bytes(n);
}

}  // namespace one_sweep
