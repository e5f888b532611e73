// Sort of 32-bit keys from the most significant digit on: two partitions, then every bucket is small enough to be
// sorted in shared memory. It counts on keys whose leading bits are spread evenly, notices when they are not, and then
// leaves the sort to ch15_patterns/one_sweep.
#pragma once

#include "ch15_patterns/radix_sort/radix_sort.h"

namespace partition_sort {

using radix_sort::Key;
using radix_sort::Rung;
using radix_sort::Value;

// The rung: for its arguments see radix_sort.h. It sorts keys alone: values and sorted_values must be null
// (std::invalid_argument), since a partition keeps no order. scratch holds scratch_bytes(n).
void partition_sort(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
                    Value* sorted_values);

std::size_t scratch_bytes(std::size_t n);

// Shared memory of a block: a tile of 32768 keys, and counters of 512 buckets for each lane.
inline constexpr std::size_t partition_bytes = 197 * 1024;

inline constexpr Rung ladder[] = {
    {"partition_sort", partition_sort, {75, partition_bytes}},
};

// Fewer keys than this go straight to one_sweep, which is quicker then; so do too many for the buckets.
inline constexpr std::size_t least_keys = std::size_t{1} << 22;

// The rung with another limit. Returns false if the keys went straight to one_sweep.
bool partition_sort_from(std::size_t least, const Key* keys, std::size_t n, void* scratch, Key* sorted);

// After such a sort that returned true: did it fall back on one_sweep? Waits for the device.
bool fell_back(const void* scratch);

}  // namespace partition_sort
