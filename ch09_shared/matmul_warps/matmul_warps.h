// Matrix product c = a b in float, continued from matmul_registers: warps get tiles of their own, and nobody waits for
// memory any more.
#pragma once

#include "ch09_shared/matmul/matmul.h"

namespace matmul_warps {

using matmul::Rung;
using matmul::Shape;

// The contract of matmul's rungs holds for these too.
void multiply_warps(const float* a, const float* b, float* c, Shape shape);       // a warp computes 64 x 64 results
void multiply_buffered(const float* a, const float* b, float* c, Shape shape);    // multiply one tile, fetch the next
void multiply_ring(const float* a, const float* b, float* c, Shape shape);        // fetch two tiles ahead
void multiply_serpentine(const float* a, const float* b, float* c, Shape shape);  // another order of operations

inline constexpr std::size_t ring_bytes = 73 * 1024;  // of shared memory a block: three tiles of a and of b

inline constexpr Rung<float> ladder[] = {
    {"warps", multiply_warps},
    {"buffered", multiply_buffered},
    {"ring", multiply_ring, {80, ring_bytes}},
    {"serpentine", multiply_serpentine, {80, ring_bytes}},
};

}  // namespace matmul_warps
