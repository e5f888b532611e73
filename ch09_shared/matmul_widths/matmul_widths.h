// Matrix product c = a b by tiles of 8 x 8, 16 x 16 and 32 x 32 elements: only the tile's width changes.
#pragma once

#include <span>

#include "common/product.h"

namespace matmul_widths {

using product::Rung;
using product::Shape;

// The rungs. For arguments and errors see product::Rung.
template <typename Real>
std::span<const Rung<Real>> ladder();
inline constexpr int widths[] = {8, 16, 32};  // of the rungs

// Floating-point operations per byte of a and b that a block reads from global memory. A tile of a and one of b, 2 w^2
// elements, serve w multiply-adds of each of w^2 threads.
template <typename Real>
constexpr double flops_per_byte(int width) {
  return 2.0 * width * width * width / (2.0 * width * width * sizeof(Real));
}

}  // namespace matmul_widths
