// The course's sorts: 32-bit keys in ascending order, alone or each with a 32-bit value. The references, the interface
// of a rung, and a list for the results of libraries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/check.h"

namespace sorts {

using Key = std::uint32_t;
using Value = std::uint32_t;

// The reference: keys in ascending order; order has each sorted key's old index, equal keys in their old order.
struct Sorted {
  std::vector<Key> keys;
  std::vector<Value> order;
};
inline std::vector<Key> sort_cpu(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}
inline Sorted sort_pairs_cpu(const std::vector<Key>& keys) {
  std::vector<std::uint64_t> both(keys.size());  // key and index in one word: no two are equal
  for (std::size_t i = 0; i < keys.size(); ++i) both[i] = std::uint64_t{keys[i]} << 32 | i;
  std::sort(both.begin(), both.end());
  Sorted sorted{std::vector<Key>(keys.size()), std::vector<Value>(keys.size())};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    sorted.keys[i] = static_cast<Key>(both[i] >> 32);
    sorted.order[i] = static_cast<Value>(both[i]);
  }
  return sorted;
}

// All pointers point to device memory that does not overlap, as cudaMalloc returns it: n keys and n values; values and
// sorted_values are both null if keys are sorted alone; scratch has the lesson's scratch_bytes(n). The input is not
// changed; n may be 0. The sort is stable and the same in every run. A rung does not wait for the device, and throws
// CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
  Needs needs = {};
};

// Library rungs (with their own scratch); empty if no library is compiled in.
inline std::vector<Rung>& peers() {
  static std::vector<Rung> list;
  return list;
}

}  // namespace sorts
