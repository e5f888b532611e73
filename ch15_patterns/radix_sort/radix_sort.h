// Radix sort of 32-bit keys, alone or each with a 32-bit value: stable, 8 bits at a time, least significant first.
// ch15_patterns/one_sweep and ch15_patterns/partition_sort go on from here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "common/device.h"

namespace radix_sort {

using Key = std::uint32_t;
using Value = std::uint32_t;

inline constexpr int digit_bits = 8, digits = 1 << digit_bits, passes = 4;

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

// The idea in one warp: every 32 keys in a row are sorted among themselves (the last ones may be fewer), one bit at a
// time, by ballots. keys and sorted: n keys in device memory that do not overlap.
void sort_in_warps(const Key* keys, std::size_t n, Key* sorted);

// The rungs. All pointers point to device memory that does not overlap, as cudaMalloc gives it: n keys and n values;
// values and sorted_values are both null where keys are sorted alone; scratch holds scratch_bytes(n). The input is not
// changed; n may be 0. The sort is stable and the same in every run. A rung does not wait for the device, and throws
// CudaError if a launch fails.
void reduce_then_scatter(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted,
                         Value* sorted_values);

std::size_t scratch_bytes(std::size_t n);

struct Rung {
  const char* name;
  void (*sort)(const Key* keys, const Value* values, std::size_t n, void* scratch, Key* sorted, Value* sorted_values);
  Needs needs = {};
};

inline constexpr Rung ladder[] = {
    {"reduce_then_scatter", reduce_then_scatter},
};

// Library rungs of the same signature (they bring their own scratch); empty where no library is compiled in.
inline std::vector<Rung>& peers() {
  static std::vector<Rung> list;
  return list;
}

}  // namespace radix_sort
