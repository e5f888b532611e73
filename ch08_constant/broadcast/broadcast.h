// Looking up a small table: constant memory, kernel parameters, shared and global memory. The time of a look-up depends
// on how many different addresses a warp reads at once.
#pragma once

#include <algorithm>
#include <cstddef>
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
void as_operand(const Table<Real>& table, Real* sums, std::size_t n, int distinct);
template <typename Real>
void from_constant(const Table<Real>& table, Real* sums, std::size_t n, int distinct);
template <typename Real>
void from_parameter(const Table<Real>& table, Real* sums, std::size_t n, int distinct);
template <typename Real>
void from_shared(const Table<Real>& table, Real* sums, std::size_t n, int distinct);
template <typename Real>
void from_global(const Table<Real>& table, Real* sums, std::size_t n, int distinct);

// Copies the table to the static memory where a rung reads it, so only one task may run at a time. The table's lifetime
// may end afterwards.
template <typename Real>
void set_constant(const Table<Real>& table);
template <typename Real>
void set_global(const Table<Real>& table);
template <typename Real>
void set_nothing(const Table<Real>&) {}  // the launch passes it

template <typename Real>
struct Rung {
  const char* name;
  int most_distinct;
  void (*set)(const Table<Real>& table);  // before run, with the same table
  void (*run)(const Table<Real>& table, Real* sums, std::size_t n, int distinct);
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"as_operand", 1, set_constant<Real>, as_operand<Real>},
    {"from_constant", lanes, set_constant<Real>, from_constant<Real>},
    {"from_parameter", lanes, set_nothing<Real>, from_parameter<Real>},
    {"from_shared", lanes, set_constant<Real>, from_shared<Real>},
    {"from_global", lanes, set_global<Real>, from_global<Real>},
};

}  // namespace broadcast
