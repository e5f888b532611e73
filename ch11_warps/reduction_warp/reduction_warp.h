// Sum of an array: how the threads of a block should fold the values they hold.
#pragma once

#include <span>

#include "common/sum.h"

namespace reduction_warp {

// Largest relative error of a sum of positive values: each goes through fewer than 100 additions (at most four folds,
// of 8 elements and 8 levels each), each of which rounds once; 100 more are the reference's, in double.
template <typename Real>
constexpr double error_bound = sizeof(Real) == 4 ? 100 * 0x1p-24 : 200 * 0x1p-53;

std::size_t partial_size(std::size_t n);

// The rungs. x, partial and sum point to device memory: n values, partial_size(n) values, one value. x is not changed,
// partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device, adds in the same order
// every time, and throws CudaError if a launch fails.
template <typename Real>
std::span<const sum::Rung<Real>> ladder();

}  // namespace reduction_warp
