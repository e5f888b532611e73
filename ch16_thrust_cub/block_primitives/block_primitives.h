// Chapter 11's sums once more: CUB does the work of a warp and of a block, the code of each thread is ours.
#pragma once

#include <cstddef>

#include "common/sum.h"

namespace block_primitives {

inline constexpr std::size_t partial_size = 4096;

// The rungs. As for sum::Rung; partial has partial_size values. All use static memory: one sum at a time.
template <typename Real>
void shuffles(const Real* x, Real* partial, Real* sum, std::size_t n);  // chapter 11's, without CUB
template <typename Real>
void warp_reduce(const Real* x, Real* partial, Real* sum, std::size_t n);
template <typename Real>
void block_reduce(const Real* x, Real* partial, Real* sum, std::size_t n);
template <typename Real>
void raking(const Real* x, Real* partial, Real* sum, std::size_t n);  // another algorithm of the block
template <typename Real>
void block_load(const Real* x, Real* partial, Real* sum, std::size_t n);  // tiles of 16 elements per thread
template <typename Real>
void device_reduce(const Real* x, Real* partial, Real* sum, std::size_t n);  // all of it by CUB

template <typename Real>
inline constexpr sum::Rung<Real> ladder[] = {
    {"shuffles", shuffles<Real>}, {"warp_reduce", warp_reduce<Real>}, {"block_reduce", block_reduce<Real>},
    {"raking", raking<Real>},     {"block_load", block_load<Real>},   {"device_reduce", device_reduce<Real>},
};

}  // namespace block_primitives
