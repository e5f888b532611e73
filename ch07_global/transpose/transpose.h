// B = A^T through global memory alone: one of the two sides has to be strided. Which one costs less?
#pragma once

#include <cstddef>
#include <vector>

namespace transpose {

// The reference: rows x columns values in a, columns x rows values in the result.
template <typename Real>
std::vector<Real> transpose_cpu(const std::vector<Real>& a, int rows, int columns) {
  std::vector<Real> b(a.size());
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      b[std::size_t(column) * rows + row] = a[std::size_t(row) * columns + column];
  return b;
}

// The rungs. a and b point to device memory and must not overlap: rows x columns values each, row by row; a is not
// changed, b is overwritten; rows and columns may be 0. A rung does not wait for the device, and throws CudaError if a
// launch fails.
template <typename Real>
void copy(const Real* a, int rows, int columns, Real* b);  // no transpose: what moving the bytes costs
template <typename Real>
void read_coalesced(const Real* a, int rows, int columns, Real* b);  // a warp reads along a row, writes down a column
template <typename Real>
void write_coalesced(const Real* a, int rows, int columns, Real* b);  // a warp reads down a column, writes along a row
template <typename Real>
void write_coalesced_ldg(const Real* a, int rows, int columns, Real* b);  // the same, reading by __ldg

template <typename Real>
struct Rung {
  const char* name;
  bool transposes;  // the copy does not: its result is A
  void (*run)(const Real* a, int rows, int columns, Real* b);
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"copy", false, copy<Real>},
    {"read_coalesced", true, read_coalesced<Real>},
    {"write_coalesced", true, write_coalesced<Real>},
    {"write_coalesced_ldg", true, write_coalesced_ldg<Real>},
};

// Library peers of the same form; empty where no library is built in.
template <typename Real>
std::vector<Rung<Real>>& peers() {
  static std::vector<Rung<Real>> known;
  return known;
}

}  // namespace transpose
