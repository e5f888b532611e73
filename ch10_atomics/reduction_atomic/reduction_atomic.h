// Sum of an array with a result that stays on the device: atomics, and their effect on the last digits.
#pragma once

#include <span>

#include "common/sum.h"

namespace reduction_atomic {

inline constexpr std::size_t partial_size = 2048;

// The rungs. x, partial and sum point to device memory: n values, partial_size values, one value. x is not changed,
// partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device, and throws CudaError if a
// launch fails. Only sum_two_pass adds in the same order every time.
template <typename Real>
struct Rung : sum::Rung<Real> {
  std::size_t (*additions_in_a_row)(std::size_t n);  // on the longest path of a value; each rounds once
};

template <typename Real>
std::span<const Rung<Real>> ladder();

// Largest relative error of a sum of positive values: one rounding per addition, including the reference's.
template <typename Real>
double error_bound(const Rung<Real>& rung, std::size_t n) {
  const double of_reference = sizeof(Real) == 4 ? 0 : 100;
  return (static_cast<double>(rung.additions_in_a_row(n)) + of_reference) * (sizeof(Real) == 4 ? 0x1p-24 : 0x1p-53);
}

}  // namespace reduction_atomic
