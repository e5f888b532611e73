// Radix sort in one sweep per pass: each pass reads the keys once. ch15_patterns/partition_sort continues from here.
#pragma once

#include <cstddef>

#include "common/radix/one_sweep_needs.h"
#include "common/sort_task.h"

namespace one_sweep {

using radix::one_sweep_bytes;
using sorts::Key;
using sorts::Rung;
using sorts::Value;

// The rungs: for their arguments see common/sort_task.h. scratch holds scratch_bytes(n).
void stable_passes(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                   void* scratch);  // tiles look back at the tiles before them while all are running
void one_sweep(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
               void* scratch);  // for keys alone the first pass does not keep their order

std::size_t scratch_bytes(std::size_t n);

inline constexpr Rung ladder[] = {
    {"stable_passes", stable_passes, radix::stable_passes_needs},
    {"one_sweep", one_sweep, radix::one_sweep_needs},
};

// one_sweep with the 64-bit counts that 2^30 keys and more need, whatever n is: for tests.
void one_sweep_wide(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch);

}  // namespace one_sweep
