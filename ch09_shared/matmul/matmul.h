// Matrix product c = a b. Each rung reads more of its operands from faster memory. matmul_registers and matmul_warps
// continue from here.
#pragma once

#include <cuda_runtime.h>

#include "common/product.h"

namespace matmul {

using product::Rung;
using product::Shape;

inline constexpr int tile_size = 32;  // side of a block and of its tile of c

// One block per tile of c. Throws std::length_error if a grid cannot hold them.
dim3 grid_for(Shape shape);

template <typename Real>
void uncoalesced(const Real* a, const Real* b, Real* c, Shape shape);  // one element per thread; a column per warp
template <typename Real>
void coalesced(const Real* a, const Real* b, Real* c, Shape shape);  // the same; a row per warp
template <typename Real>
void tiled(const Real* a, const Real* b, Real* c, Shape shape);  // tiles of a and b in shared memory
template <typename Real>
void dynamic(const Real* a, const Real* b, Real* c, Shape shape);  // the launch sets the size of the tile
template <typename Real>
void fitted(const Real* a, const Real* b, Real* c, Shape shape);  // as much of it as the device has

// The depth of fitted's tiles for a product with this many columns of a: a multiple of 32, as large as the current
// device's shared memory allows, and no larger than inner needs. Throws CudaError.
template <typename Real>
int fitted_depth(std::size_t inner);

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"uncoalesced", uncoalesced<Real>}, {"coalesced", coalesced<Real>}, {"tiled", tiled<Real>},
    {"dynamic", dynamic<Real>},         {"fitted", fitted<Real>},
};

}  // namespace matmul
