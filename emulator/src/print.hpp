// Text that kernels print.
#pragma once
#include <string>

namespace cuda_emulator {

// Orders what the warp (the block) has printed so far as lanes in lockstep would have printed it.
void flush_warp_text(unsigned warp);
void flush_block_text();
// Takes the ordered text of this OS thread.
std::string take_text();

}  // namespace cuda_emulator
