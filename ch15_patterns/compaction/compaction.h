// Compaction: the elements that pass a test, moved together in their order; and two uses of the same positions, the
// inverse and the split in two. ch15_patterns/compaction_single_pass continues from here.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "ch15_patterns/compactions/compaction_task.h"

namespace compaction {

// Kept elements first, all others behind them, both in their order.
template <typename Real>
std::vector<Real> split_cpu(const std::vector<Real>& x) {
  std::vector<Real> y = compact_cpu(x);
  for (const Real v : x)
    if (!(v > 0)) y.push_back(v);
  return y;
}

// All pointers are to device memory. x and y have n values; kept has room for n, of which *count are written; scratch
// has scratch_size(n) values. x is not changed; n may be 0. No function waits for the device; each throws CudaError if
// a launch fails.

// The inverse: the kept elements return to their places; the others become fill. scratch is the result of positions.
template <typename Real>
void unpack(const Real* kept, const std::size_t* scratch, Real* y, std::size_t n, Real fill);

// As split_cpu; *count elements are kept.
template <typename Real>
void split(const Real* x, Real* y, std::size_t* count, std::size_t n, std::size_t* scratch);

std::size_t scratch_size(std::size_t n);

template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* kept, std::size_t* count, std::size_t n, std::size_t* scratch);
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace compaction
