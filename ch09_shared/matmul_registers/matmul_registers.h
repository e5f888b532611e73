// Matrix product c = a b, continued from matmul: what is used often goes from shared memory to registers.
#pragma once

#include "ch09_shared/matmul/matmul.h"

namespace matmul_registers {

using matmul::Rung;
using matmul::Shape;

// The contract of matmul's rungs holds for these too.
template <typename Real>
void multiply_column(const Real* a, const Real* b, Real* c, Shape shape);  // a thread computes 8 results of a column
template <typename Real>
void multiply_block(const Real* a, const Real* b, Real* c, Shape shape);      // a thread computes 8 x 8 results
void multiply_vector(const float* a, const float* b, float* c, Shape shape);  // 16 bytes an access

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"column", multiply_column<Real>},
    {"block", multiply_block<Real>},
};

template <>
inline constexpr Rung<float> ladder<float>[] = {
    {"column", multiply_column<float>},
    {"block", multiply_block<float>},
    {"vector", multiply_vector},
};

}  // namespace matmul_registers
