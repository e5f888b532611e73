// What the course's sorts do: 32-bit keys in ascending order, alone or each with a 32-bit value. The references, what a
// rung is, and a list for libraries' answers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/device.h"

namespace sorts {

using Key = std::uint32_t;
using Value = std::uint32_t;

// The reference: keys in ascending order; order tells where each sorted key stood, equal keys in their old order.
struct Sorted {
  std::vector<Key> keys;
  std::vector<Value> order;
};
inline std::vector<Key> sort_cpu(std::vector<Key> keys) {
  std::sort(keys.begin(), keys.end());
  return keys;
}
inline Sorted sort_pairs_cpu(const std::vector<Key>& keys) {
  std::vector<std::uint64_t> both(keys.size());  // key and place in one word: no two are equal
  for (std::size_t i = 0; i < keys.size(); ++i) both[i] = std::uint64_t{keys[i]} << 32 | i;
  std::sort(both.begin(), both.end());
  Sorted sorted{std::vector<Key>(keys.size()), std::vector<Value>(keys.size())};
  for (std::size_t i = 0; i < keys.size(); ++i) {
    sorted.keys[i] = static_cast<Key>(both[i] >> 32);
    sorted.order[i] = static_cast<Value>(both[i]);
  }
  return sorted;
}

// All pointers point to device memory that does not overlap, as cudaMalloc gives it: n keys and n values; values and
// sorted_values are both null where keys are sorted alone; scratch holds what the lesson's scratch_bytes(n) says. The
// input is not changed; n may be 0. The sort is stable and the same in every run. A rung does not wait for the device,
// and throws CudaError if a launch fails.
struct Rung {
  const char* name;
  void (*run)(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void* scratch);
  Needs needs = {};
};

// Library rungs (they bring their own scratch); empty where no library is compiled in.
inline std::vector<Rung>& peers() {
  static std::vector<Rung> list;
  return list;
}

}  // namespace sorts
