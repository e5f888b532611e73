// Matrix product in BF16 by the machine instructions mma and ldmatrix: what it takes to keep tensor cores busy.
#pragma once

#include <span>

#include "common/tensor_product.h"

namespace matmul_mma {

std::span<const tensor_product::Rung> ladder();

}  // namespace matmul_mma
