// Attention in one kernel by mma, which every GPU since compute capability 8.0 has.
#pragma once

#include <span>

#include "ch26_attention/attention/attention.h"

namespace attention_mma {

std::span<const attention::Rung> ladder();

}  // namespace attention_mma
