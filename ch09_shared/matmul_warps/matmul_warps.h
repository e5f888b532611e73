// Matrix product c = a b in float, continued from matmul_registers: each warp has its own tile, and memory latency is
// hidden.
#pragma once

#include "common/product.h"
#include "common/warp_tiles/needs.h"

namespace matmul_warps {

using product::Rung;
using product::Shape;

void warps(const float* a, const float* b, float* c, Shape shape);       // a warp computes 64 x 64 results
void groups(const float* a, const float* b, float* c, Shape shape);      // neighbouring blocks share tiles of a and b
void copied(const float* a, const float* b, float* c, Shape shape);      // asynchronous copies, not yet ahead of use
void buffered(const float* a, const float* b, float* c, Shape shape);    // copies the next tile while multiplying
void ring(const float* a, const float* b, float* c, Shape shape);        // copies two tiles ahead
void serpentine(const float* a, const float* b, float* c, Shape shape);  // another order of operations

inline constexpr Rung<float> ladder[] = {
    {"warps", warps},
    {"groups", groups},
    {"copied", copied},
    {"buffered", buffered},
    {"ring", ring, warp_tiles::ring_needs},
    {"serpentine", serpentine, warp_tiles::ring_needs},
};

}  // namespace matmul_warps
