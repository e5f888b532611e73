// Sum of an array, continued: a few persistent blocks, and warps that fold in registers.
#pragma once

#include <span>

#include "common/sum.h"

namespace reduction_shuffle {

// The largest number of additions on a value's path on this device. Each rounds once, so if all values are positive the
// relative error of a sum is at most that many roundings; it grows like their square root, as roundings go both ways.
std::size_t additions_in_a_row(std::size_t n);

template <typename Real>
double error_bound(std::size_t n) {
  const double of_reference = sizeof(Real) == 4 ? 0 : 100;
  return (static_cast<double>(additions_in_a_row(n)) + of_reference) * (sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53);
}

inline constexpr std::size_t partial_size = 4096;

// The rungs. x, partial and sum point to device memory: n values, partial_size values, one value. x is not changed,
// partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device, adds in the same order
// every time, and throws CudaError if a launch fails.
template <typename Real>
std::span<const sum::Rung<Real>> ladder();

}  // namespace reduction_shuffle
