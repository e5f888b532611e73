// Matrix product in BF16 on Hopper with threads that have roles: some bring tiles, others multiply them.
#pragma once

#include <span>

#include "common/tensor_product.h"

namespace matmul_specialised {

std::span<const tensor_product::Rung> ladder();

}  // namespace matmul_specialised
