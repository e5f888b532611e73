// Radix sort in one sweep a pass: each pass reads the keys once. The contract is that of ch15_patterns/radix_sort;
// ch15_patterns/partition_sort goes on from here.
#pragma once

#include "ch15_patterns/radix_sort/radix_sort.h"

namespace one_sweep {

using radix_sort::Key;
using radix_sort::Rung;
using radix_sort::Value;

// The rungs: for their arguments see radix_sort.h. scratch holds scratch_bytes(n).
void stable_passes(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
                   Value* sorted_values);  // tiles learn from the tiles before them while all are under way
void one_sweep(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
               Value* sorted_values);  // for keys alone the first pass keeps no order

std::size_t scratch_bytes(std::size_t n);

// Shared memory of a block: counters for each lane, and for one_sweep a tile of 32768 keys beside some.
inline constexpr std::size_t stable_passes_bytes = 129 * 1024, one_sweep_bytes = 164 * 1024;

inline constexpr Rung ladder[] = {
    {"stable_passes", stable_passes, {75, stable_passes_bytes}},
    {"one_sweep", one_sweep, {75, one_sweep_bytes}},
};

// one_sweep with the 64-bit counts that 2^30 keys and more need, whatever n is: for tests.
void one_sweep_wide(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
                    Value* sorted_values);

// one_sweep for keys alone, in case *wanted, in device memory, is not 0 when its kernels' turn has come; else they
// return at once. The first cleared_bytes of scratch must be 0 then.
void one_sweep_if(const unsigned* wanted, const Key* keys, std::size_t n, void* scratch, Key* sorted);
inline constexpr std::size_t cleared_bytes = 16384;

}  // namespace one_sweep
