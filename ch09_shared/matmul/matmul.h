// Matrix product c = a b. Each rung takes more of its operands from nearer memory. matmul_registers and matmul_warps go
// on from here.
#pragma once

#include "common/product.h"

namespace matmul {

using product::Rung;
using product::Shape;

template <typename Real>
void uncoalesced(const Real* a, const Real* b, Real* c, Shape shape);  // one element per thread; a warp has a column
template <typename Real>
void coalesced(const Real* a, const Real* b, Real* c, Shape shape);  // the same; a warp has a row
template <typename Real>
void tiled(const Real* a, const Real* b, Real* c, Shape shape);  // tiles of a and b in shared memory
template <typename Real>
void dynamic(const Real* a, const Real* b, Real* c, Shape shape);  // the launch gives the size of the tile

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"uncoalesced", uncoalesced<Real>},
    {"coalesced", coalesced<Real>},
    {"tiled", tiled<Real>},
    {"dynamic", dynamic<Real>},
};

}  // namespace matmul
