// Quicksort by kernels that launch kernels: the keys below the pivot and the keys above it are two independent sorts.
// Hoare (1962, "Quicksort").
#pragma once

#include <span>

#include "common/sort_task.h"

namespace quicksort {

using sorts::Key;
using sorts::Value;

// A block sorts segments of at most this many keys in shared memory.
inline constexpr unsigned leaf = 2048;

// An error word, and as many keys again: a block partitions keys from one array into another.
inline std::size_t scratch_bytes(std::size_t n) {
  return sizeof(unsigned) + n * sizeof(Key);
}

// How often a segment may be partitioned: twice as often as halving takes, and a few times more. Pivots are good unless
// the keys were chosen to prevent it; then a block sorts the rest, slowly.
inline int depth_for(std::size_t n) {
  int depth = 4;
  for (std::size_t size = n; size > leaf; size /= 2) depth += 2;
  return depth;
}

// The rungs are as sort_task.h says, except that they sort keys alone (values and sorted_values must be null), fewer
// than 2^31, and tail_launches at most a few million in reasonable time. If a launch is refused, the launching block
// sorts the part itself: refused_launches returns how often.
void one_thread(const Key* keys, const Value*, Key* sorted, Value*, std::size_t n, void* scratch);

// fire_and_forget with another bound than depth_for(n).
void sort_to_depth(const Key* keys, Key* sorted, std::size_t n, void* scratch, int depth);

// After a rung, with its scratch: how many launches by kernels were refused. Waits for the device; throws CudaError.
unsigned refused_launches(const void* scratch);

std::span<const sorts::Rung> ladder();

// One thread per grid, as in introductions to nested launches: for few keys only.
std::span<const sorts::Rung> for_few_keys();

}  // namespace quicksort
