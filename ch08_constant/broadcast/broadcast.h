// Looking up a small table: constant memory, kernel parameters, shared and global memory. The time of a look-up depends
// on how many different addresses a warp reads at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace broadcast {

inline constexpr int lanes = 32;  // of a warp
inline constexpr int steps = 64;  // look-ups per thread

template <typename Real>
struct Table {
  Real values[lanes + steps];
};

// The reference. In step k, thread i reads element i % lanes % distinct + k: a warp reads `distinct` neighbouring
// elements in each step. Its result is the sum of these elements.
template <typename Real>
std::vector<Real> lookup_cpu(const Table<Real>& table, std::size_t n, int distinct) {
  std::vector<Real> sums(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < steps; ++k) sums[i] += table.values[i % lanes % distinct + k];
  return sums;
}

// The rungs. table is in host memory; sums points to n values of device memory and is overwritten; distinct is from 1
// to the rung's most_distinct; n may be 0. A rung does not wait for its kernel; it throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  int most_distinct;
  // Before run, with the same table: copies it to the static memory where the rung reads it, if it does, so only one
  // task may run at a time. The table's lifetime may end afterwards.
  void (*set)(const Table<Real>& table);
  void (*run)(const Table<Real>& table, Real* sums, std::size_t n, int distinct);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace broadcast
