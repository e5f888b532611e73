// Sum of an array, the end of the ladder: one launch, and as many bytes in flight as memory needs.
#pragma once

#include <span>

#include "common/sum.h"

namespace reduction_fast {

// As in reduction_shuffle: the largest number of additions on a value's path, each of which rounds once.
std::size_t additions_in_a_row(std::size_t n);

template <typename Real>
double error_bound(std::size_t n) {
  const double of_reference = sizeof(Real) == 4 ? 0 : 100;
  return (static_cast<double>(additions_in_a_row(n)) + of_reference) * (sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53);
}

inline constexpr std::size_t partial_size = 4096;

// The rungs. x, partial and sum point to device memory: n values, aligned to 16 bytes as cudaMalloc's are,
// partial_size values, one value. x is not changed, partial is scratch, *sum is overwritten; n may be 0. A rung does
// not wait for the device, adds in the same order every time, and throws CudaError if a launch fails. All use static
// memory: one sum at a time.
template <typename Real>
std::span<const sum::Rung<Real>> ladder();

// Libraries' sums of the same array; empty if no library is built in.
template <typename Real>
std::vector<sum::Rung<Real>>& peers() {
  static std::vector<sum::Rung<Real>> known;
  return known;
}

}  // namespace reduction_fast
