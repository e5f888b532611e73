// Sort 32 values per thread. Where are a thread's own arrays: in registers, or in local memory, which is a private part
// of device memory?
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace local_memory {

inline constexpr int values = 32;  // of a column: what one thread sorts

// The reference: columns columns of `values` rows each; row k of column c is element k * columns + c.
template <typename Real>
std::vector<Real> sort_cpu(std::vector<Real> x, std::size_t columns) {
  std::vector<Real> column(values);
  for (std::size_t c = 0; c < columns; ++c) {
    for (int k = 0; k < values; ++k) column[k] = x[k * columns + c];
    std::sort(column.begin(), column.end());
    for (int k = 0; k < values; ++k) x[k * columns + c] = column[k];
  }
  return x;
}

// What the compiler reports for a kernel. The emulator has neither of these, and its numbers have no meaning.
struct Storage {
  int registers;            // per thread
  std::size_t local_bytes;  // per thread
};

// The rungs: y becomes x with every column sorted. x and y point to device memory, values * columns each, without NaN;
// x is not changed, columns may be 0. A rung does not wait for the device, and throws CudaError if a launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* y, std::size_t columns);
  Storage (*storage)();
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace local_memory
