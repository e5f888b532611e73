// Merge sort of 32-bit keys, alone or each with a 32-bit value: sorted runs are merged in pairs, which doubles their
// length. How do many threads merge two runs?
#pragma once

#include <cstddef>
#include <span>

#include "common/sort_task.h"

namespace merge_sort {

using sorts::Key;
using sorts::Rung;
using sorts::Value;

// The rungs: for their arguments see common/sort_task.h. scratch holds scratch_bytes(n). thread_per_pair, the first,
// throws std::length_error for more than most_serial keys: its last pass is the work of one thread.
std::span<const Rung> ladder();

inline constexpr std::size_t most_serial = std::size_t{1} << 20;

// The size of all keys and values: every pass writes to the buffer that the pass before has read.
inline std::size_t scratch_bytes(std::size_t n) {
  return n * (sizeof(Key) + sizeof(Value));
}

}  // namespace merge_sort
