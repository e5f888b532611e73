// Sort of 32-bit keys from the most significant digit on: two partitions, then every bucket is small enough to be
// sorted in shared memory. It requires keys whose leading bits are spread evenly, detects when they are not, and then
// sorts like ch15_patterns/one_sweep.
#pragma once

#include <cstddef>
#include <span>

#include "common/sort_task.h"

namespace partition_sort {

using sorts::Key;
using sorts::Rung;
using sorts::Value;

std::size_t scratch_bytes(std::size_t n);

// Shared memory of a block: a tile of 32768 keys, and counters of 512 buckets for each lane.
inline constexpr std::size_t partition_bytes = 197 * 1024;

// The rung: for its arguments see common/sort_task.h. It sorts keys alone: values and sorted_values must be null
// (std::invalid_argument), since a partition does not keep the order. scratch holds scratch_bytes(n).
std::span<const Rung> ladder();

// Fewer keys than this are sorted by the fall-back, which is then faster; so are too many keys for the buckets.
inline constexpr std::size_t least_keys = std::size_t{1} << 22;

// The rung with another limit. Returns false if the fall-back sorted the keys from the start.
bool partition_sort_from(std::size_t least, const Key* keys, Key* sorted, std::size_t n, void* scratch);

// After a call that returned true: did the sort fall back? Waits for the device.
bool fell_back(const void* scratch);

// The fall-back alone, if *wanted, in device memory, is not 0; with 64-bit counts, which 2^30 keys and more need, if
// wide. For tests: the first bytes of scratch are cleared.
void fall_back_if(const unsigned* wanted, const Key* keys, Key* sorted, std::size_t n, void* scratch, bool wide);

}  // namespace partition_sort
