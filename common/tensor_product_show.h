// Shared by the programs of the lessons on products in BF16 (SHARES common/tensor_product_show.cpp): run a ladder,
// check its results, compare it with a library.
#pragma once

#include <span>

#include "common/lesson.h"
#include "common/product_show.h"
#include "common/tensor_product.h"

namespace tensor_product {

void show(Lesson& lesson, std::span<const Rung> ladder, Shape shape, const char* what_to_see);

}  // namespace tensor_product
