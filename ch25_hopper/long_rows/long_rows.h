// Softmax of rows that are too long for the registers of one block, and fit into those of a cluster.
#pragma once

#include <span>

#include "common/softmax.h"

namespace long_rows {

std::span<const softmax::Rung> ladder();

}  // namespace long_rows
