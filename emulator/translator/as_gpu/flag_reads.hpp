// while (*changed) { if (t == 0) *changed = 0; __syncthreads(); … }  ->  { ::cuda_emulator::after_stores(); if …
// All threads have read before the first one writes: on a GPU the lanes of a warp read together.
#pragma once
#include "pass.hpp"

namespace cu2cpp {

void let_all_read_flags(const SourceFile& file, const Function& kernel, AsGpu& out);

}  // namespace cu2cpp
