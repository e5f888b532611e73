// Matrix product c = a b, continued from matmul: values that are used often move from shared memory to registers.
#pragma once

#include <span>

#include "common/product.h"

namespace matmul_registers {

using product::Rung;
using product::Shape;

template <typename Real>
std::span<const Rung<Real>> ladder();

template <>
std::span<const Rung<float>> ladder();  // has a rung more
template <>
std::span<const Rung<double>> ladder();

}  // namespace matmul_registers
