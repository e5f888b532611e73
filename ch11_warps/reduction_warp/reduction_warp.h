// Sum of an array: how the threads of a block should fold the values they hold.
#pragma once

#include "common/sum.h"

namespace reduction_warp {

// Largest relative error of a sum of positive values: each goes through fewer than 100 additions (at most four folds,
// of 8 elements and 8 levels each), each of which rounds once; 100 more are the reference's, in double.
template <typename Real>
constexpr double error_bound = sizeof(Real) == 4 ? 100 * 0x1p-24 : 200 * 0x1p-53;

// The rungs. x, partial and sum point to device memory: n values, partial_size(n) values, one value. x is not changed,
// partial is scratch, *sum is overwritten; n may be 0. A rung does not wait for the device, adds in the same order
// every time, and throws CudaError if a launch fails.
template <typename Real>
void sum_neighboured(const Real* x, Real* partial, Real* sum, std::size_t n);  // every second thread works
template <typename Real>
void sum_less_divergent(const Real* x, Real* partial, Real* sum, std::size_t n);  // the same pairs, the first threads
template <typename Real>
void sum_interleaved(const Real* x, Real* partial, Real* sum, std::size_t n);  // pairs half an array apart
template <typename Real, int elements>
void sum_unrolled(const Real* x, Real* partial, Real* sum, std::size_t n);  // add several elements, then fold
template <typename Real>
void sum_last_warp(const Real* x, Real* partial, Real* sum, std::size_t n);  // one warp needs no block barrier

std::size_t partial_size(std::size_t n);

template <typename Real>
inline constexpr sum::Rung<Real> ladder[] = {
    {"neighboured", sum_neighboured<Real>}, {"less_divergent", sum_less_divergent<Real>},
    {"interleaved", sum_interleaved<Real>}, {"unrolled_2", sum_unrolled<Real, 2>},
    {"unrolled_4", sum_unrolled<Real, 4>},  {"unrolled_8", sum_unrolled<Real, 8>},
    {"last_warp", sum_last_warp<Real>},
};

}  // namespace reduction_warp
