// Attention on Hopper in one kernel: the scores never leave the registers.
#pragma once

#include <span>

#include "ch26_attention/attention/attention.h"

namespace attention_hopper {

std::span<const attention::Rung> ladder();

}  // namespace attention_hopper
