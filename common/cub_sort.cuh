// CUB's radix sort. The peers.cu of a lesson on sorts includes it.
#pragma once

#include <cub/device/device_radix_sort.cuh>
#include <limits>

#include "common/check.h"
#include "common/sort_task.h"
#include "common/workspace.h"

namespace sorts {
namespace {

// The type of the count affects the speed: std::size_t is faster for keys, int for pairs.
void cub_sort(const Key* keys, const Value* values, Key* sorted, Value* sorted_values, std::size_t n, void*) {
  static Workspace<std::size_t, bool> workspace;
  const auto call = [&](void* memory, std::size_t& size) {
    if (!values) {
      check(cub::DeviceRadixSort::SortKeys(memory, size, keys, sorted, n));
    } else if (n <= std::numeric_limits<int>::max()) {
      check(cub::DeviceRadixSort::SortPairs(memory, size, keys, sorted, values, sorted_values, static_cast<int>(n)));
    } else {
      check(cub::DeviceRadixSort::SortPairs(memory, size, keys, sorted, values, sorted_values, n));
    }
  };
  workspace.run(call, n, values != nullptr);
}

[[maybe_unused]] const bool registered = (peers().push_back({"CUB DeviceRadixSort", cub_sort}), true);

}  // namespace
}  // namespace sorts
