// Matrix product c = a b, continued from matmul: values that are used often move from shared memory to registers.
#pragma once

#include "common/product.h"

namespace matmul_registers {

using product::Rung;
using product::Shape;

template <typename Real>
void column(const Real* a, const Real* b, Real* c, Shape shape);  // a thread computes 8 results of a column
template <typename Real>
void square(const Real* a, const Real* b, Real* c, Shape shape);  // a thread computes 8 x 8 results
template <typename Real>
void large(const Real* a, const Real* b, Real* c, Shape shape);  // a tile of twice the side
template <typename Real>
void block(const Real* a, const Real* b, Real* c, Shape shape);      // results 16 apart
void vector(const float* a, const float* b, float* c, Shape shape);  // 16 bytes per access

template <typename Real>
inline constexpr Rung<Real> ladder[] = {
    {"column", column<Real>},
    {"square", square<Real>},
    {"large", large<Real>},
    {"block", block<Real>},
};

template <>
inline constexpr Rung<float> ladder<float>[] = {
    {"column", column<float>}, {"square", square<float>}, {"large", large<float>},
    {"block", block<float>},   {"vector", vector},
};

}  // namespace matmul_registers
