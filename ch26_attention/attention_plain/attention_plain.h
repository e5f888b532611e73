// Attention as the formula says, and without storing the scores; by ordinary instructions.
#pragma once

#include <span>

#include "ch26_attention/attention/attention.h"

namespace attention_plain {

std::span<const attention::Rung> ladder();

}  // namespace attention_plain
