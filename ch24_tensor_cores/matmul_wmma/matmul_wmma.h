// Matrix product in BF16 by the matrix functions of CUDA C++: operands from global memory, then from tiles in shared
// memory.
#pragma once

#include <span>

#include "common/tensor_product.h"

namespace matmul_wmma {

std::span<const tensor_product::Rung> ladder();

}  // namespace matmul_wmma
