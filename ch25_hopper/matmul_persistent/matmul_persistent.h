// Matrix product in BF16 on Hopper by blocks that stay on their SMs and take one tile after the other.
#pragma once

#include <span>

#include "common/tensor_product.h"

namespace matmul_persistent {

std::span<const tensor_product::Rung> ladder();

}  // namespace matmul_persistent
