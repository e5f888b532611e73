// Quicksort made of scans: every pass splits all segments at once, each around its own pivot.
#pragma once

#include <cstddef>
#include <span>

#include "common/sort_task.h"

namespace quick_split {

using sorts::Key;
using sorts::Value;

std::size_t scratch_bytes(std::size_t n);

// The rungs: for their arguments see common/sort_task.h, but the host waits: after each pass it checks whether another
// is needed. scratch holds scratch_bytes(n), aligned to 16 bytes. n is less than 2^32, else std::length_error. Returns
// the number of passes; at worst as many as keys.
struct Rung {
  const char* name;
  int (*run)(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
};

std::span<const Rung> ladder();

}  // namespace quick_split
