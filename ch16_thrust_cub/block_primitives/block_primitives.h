// Chapter 11's sums once more: CUB does the work of a warp and of a block, the code of each thread is ours.
#pragma once

#include <cstddef>
#include <span>

#include "common/sum.h"

namespace block_primitives {

inline constexpr std::size_t partial_size = 4096;

// The rungs. As for sum::Rung; partial has partial_size values. All use static memory: one sum at a time.
template <typename Real>
std::span<const sum::Rung<Real>> ladder();

}  // namespace block_primitives
