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

// The rungs: for their arguments see common/sort_task.h. scratch holds scratch_bytes(n). thread_per_pair throws
// std::length_error for more than most_serial keys: its last pass is the work of one thread.
void thread_per_pair(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                     void* scratch);
void rank_search(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
void merge_path(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
void tiles_first(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
void through_shared(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n,
                    void* scratch);

inline constexpr std::size_t most_serial = std::size_t{1} << 20;

// The size of all keys and values: every pass writes to the buffer that the pass before has read.
inline std::size_t scratch_bytes(std::size_t n) {
  return n * (sizeof(Key) + sizeof(Value));
}

inline constexpr Rung ladder[] = {
    {"thread_per_pair", thread_per_pair}, {"rank_search", rank_search},       {"merge_path", merge_path},
    {"tiles_first", tiles_first},         {"through_shared", through_shared},
};

// The rungs for any number of keys.
inline constexpr std::span<const Rung> ladder_for_many{ladder + 1, std::size(ladder) - 1};

}  // namespace merge_sort
