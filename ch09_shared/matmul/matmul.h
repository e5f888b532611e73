// Matrix product c = a b. Each rung reads more of its operands from faster memory. matmul_registers and matmul_warps
// continue from here.
#pragma once

#include <cuda_runtime.h>

#include <span>

#include "common/product.h"

namespace matmul {

using product::Rung;
using product::Shape;

inline constexpr int tile_size = 32;  // side of a block and of its tile of c

// One block per tile of c. Throws std::length_error if a grid cannot hold them.
dim3 grid_for(Shape shape);

// The depth of fitted's tiles for a product with this many columns of a: a multiple of 32, as large as the current
// device's shared memory allows, and no larger than inner needs. Throws CudaError.
template <typename Real>
int fitted_depth(std::size_t inner);

template <typename Real>
std::span<const Rung<Real>> ladder();

}  // namespace matmul
