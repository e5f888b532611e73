// Radix sort in one sweep per pass (Adinets and Merrill, 2022, "Onesweep").
//
// A pass of radix_sort reads the keys twice: a tile must know how many keys of each digit are in the tiles before it.
// Two steps make the first read unnecessary. First, the start of each digit in the whole array is computed for all four
// passes at once (common/radix/histogram.cuh): a pass moves keys, but does not change which keys there are. Second, the
// counts of the earlier tiles come from those tiles themselves: each tile publishes its counts, and looks back at the
// counts of its predecessors (common/radix/stable_tile.cuh, the core of this lesson). The kernels and their launches
// are in common/radix/one_sweep.cuh.
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

// ---- Rung 2. Same as rung 1, except that the first pass over keys alone need not keep their order: first_pass_kernel,
// a partition (common/radix/partition.cuh).
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
