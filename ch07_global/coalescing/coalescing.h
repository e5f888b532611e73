// y = x, except that the threads read x in different orders. The sectors of a warp's 32 reads determine the time.
#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "common/check.h"

namespace coalescing {

constexpr std::size_t sector_bytes = 32;  // the smallest unit that moves between memory and the caches
constexpr std::size_t far = 32;           // elements between the reads of neighbouring threads in `strided`

// The element of x that thread i of n reads. The kernels write the same index in place.
inline std::size_t sequential_source(std::size_t i, std::size_t) {
  return i;
}
inline std::size_t permuted_source(std::size_t i, std::size_t n) {
  return (i ^ 1) < n ? i ^ 1 : i;
}
inline std::size_t misaligned_source(std::size_t i, std::size_t n) {
  return i + 1 < n ? i + 1 : 0;
}
inline std::size_t strided_source(std::size_t i, std::size_t n) {
  const std::size_t rows = n / far;  // the remaining elements are read in place
  return i < rows * far ? i % rows * far + i / rows : i;
}
inline std::size_t broadcast_source(std::size_t i, std::size_t) {
  return i / warp_size * warp_size;
}

using Source = std::size_t (*)(std::size_t i, std::size_t n);

// The reference.
template <typename Real>
std::vector<Real> gather_cpu(Source source, const std::vector<Real>& x) {
  std::vector<Real> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[source(i, x.size())];
  return y;
}

// The theory: the useful share of the bytes that a warp's reads of x move (whole sectors). A byte that
// several threads read counts once. The mean over the first warps, `threads` threads at most; 1 for n =
// 0.
template <typename Real>
double degree_of_coalescing(Source source, std::size_t n, std::size_t threads) {
  double used = 0, moved = 0;
  for (std::size_t first = 0; first < n && first < threads; first += warp_size) {
    std::set<std::size_t> elements, sectors;
    for (std::size_t i = first; i < first + warp_size && i < n; ++i) {
      elements.insert(source(i, n));
      sectors.insert(source(i, n) * sizeof(Real) / sector_bytes);
    }
    used += static_cast<double>(elements.size() * sizeof(Real));
    moved += static_cast<double>(sectors.size() * sector_bytes);
  }
  return n == 0 ? 1 : used / moved;
}

// The rungs: y[i] = x[source(i, n)]. x and y point to device memory, n values each; x is not changed, n may be 0. They
// do not wait for the device, and throw CudaError if the launch fails.
template <typename Real>
struct Rung {
  const char* name;
  void (*run)(const Real* x, Real* y, std::size_t n);
  Source source;
};

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace coalescing
