// Radix sort in one sweep per pass: each pass reads the keys once. ch15_patterns/partition_sort continues from here.
#pragma once

#include <cstddef>
#include <span>

#include "common/sort_task.h"

namespace one_sweep {

using sorts::Key;
using sorts::Rung;
using sorts::Value;

// The rungs: for their arguments see common/sort_task.h. scratch holds scratch_bytes(n).
std::span<const Rung> ladder();
std::size_t scratch_bytes(std::size_t n);

// Shared memory of a block: counters for each lane, and in an unordered first pass a tile of 32768 keys as well.
inline constexpr Needs stable_passes_needs = {75, 129 * 1024}, one_sweep_needs = {75, 164 * 1024};

// The last rung, which ch16_thrust_cub/sort_libraries compares with libraries.
void one_sweep(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);

// The same with the 64-bit counts that 2^30 keys and more need, whatever n is: for tests.
void one_sweep_wide(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch);

// ---- A sort of keys as a part of ch14_multi_gpu/sort_multi, in two steps: only the second needs their number on the
// host. Where a device lacks what the last rung needs, both steps are those of the first rung.
inline constexpr std::size_t most_keys = (std::size_t{1} << 30) - 1;

struct Part {
  const Key* keys;
  Key* sorted;
  std::size_t most;  // keys, at most
  void* scratch;     // scratch_bytes(most)
};
void begin(const Part& part, const unsigned long long* n);  // *n, in device memory, is their number; null: most
void finish(const Part& part, std::size_t n);

}  // namespace one_sweep
