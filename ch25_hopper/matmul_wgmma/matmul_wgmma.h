// Matrix product in BF16 on Hopper: the copy engine brings tiles, and a warpgroup multiplies them where they are.
#pragma once

#include <span>

#include "common/tensor_product.h"

namespace matmul_wgmma {

std::span<const tensor_product::Rung> ladder();

}  // namespace matmul_wgmma
