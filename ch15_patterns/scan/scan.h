// Scan: every element's sum with all before it. Each rung removes one cost of the rung before it.
// ch15_patterns/scan_single_pass continues from here.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "ch15_patterns/scans/scan_task.h"

namespace scan {

// naive copies the array once; the tree rungs keep n / 512 totals, 512 times fewer of those totals, and so on: one more
// per level for the tile that is not full.
constexpr std::size_t scratch_size(std::size_t n) {
  return n + 8;
}

// The rungs. x, y and scratch point to device memory that does not overlap: n values, n values, scratch_size(n) values.
// x is not changed; n may be 0. The order of floating-point additions depends only on n: the sums are the same in every
// run. A rung does not wait for the device, and throws CudaError if a launch fails.
//
// additions: the most that an element goes through in a sum, for fewer than 2^32 elements. add_all_before adds one
// element after the other. naive takes 32 steps. A tree of blelloch has 9 levels up and 9 down, on each of four levels
// of totals, and two more for the total before it and for an inclusive sum. three_phase takes 5 + 16 + 8 in a tile, the
// same in a tile of totals, and one for each of 256 tiles of totals. most: with more elements n^2 / 2 additions would
// take minutes.
template <typename T>
struct Rung {
  const char* name;
  void (*run)(const T* x, T* y, std::size_t n, Kind kind, T* scratch);
  double additions;
  std::size_t most = std::numeric_limits<std::size_t>::max();
};

inline constexpr std::size_t most_squared = 1 << 16;

template <typename T>
std::span<const Rung<T>> ladder();

// A bound on the rung's relative error for x >= 0: each addition rounds by at most half an epsilon, and the quotient
// covers the terms of second order.
template <typename T>
constexpr double error_bound(const Rung<T>& rung) {
  const double error = rung.additions * (sizeof(T) == 4 ? 0x1p-24 : 0x1p-53);
  return std::is_floating_point_v<T> ? error / (1 - error) : 0;
}

}  // namespace scan
