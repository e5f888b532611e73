// Sort 32 values per thread. Where are a thread's own arrays: in registers, or in local memory, which is a private part
// of device memory?
#pragma once

#include <algorithm>
#include <cstddef>
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
void sort_indexed(const Real* x, Real* y, std::size_t columns);  // the array's indices depend on the data
template <typename Real>
void sort_shared(const Real* x, Real* y, std::size_t columns);  // the same array in shared memory
template <typename Real>
void sort_spilled(const Real* x, Real* y, std::size_t columns);  // fixed indices, too few registers
template <typename Real>
void sort_registers(const Real* x, Real* y, std::size_t columns);  // fixed indices, as many registers as needed
template <typename Real>
Storage storage_indexed();
template <typename Real>
Storage storage_shared();
template <typename Real>
Storage storage_spilled();
template <typename Real>
Storage storage_registers();

template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* y, std::size_t columns);
  Storage (*storage)();
};

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"sort_indexed", sort_indexed<Real>, storage_indexed<Real>},
    {"sort_shared", sort_shared<Real>, storage_shared<Real>},
    {"sort_spilled", sort_spilled<Real>, storage_spilled<Real>},
    {"sort_registers", sort_registers<Real>, storage_registers<Real>},
};

}  // namespace local_memory
