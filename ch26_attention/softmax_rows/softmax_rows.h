// Softmax of rows that fit into the registers of a block.
#pragma once

#include <span>

#include "common/softmax.h"

namespace softmax_rows {

std::span<const softmax::Rung> ladder();

}  // namespace softmax_rows
