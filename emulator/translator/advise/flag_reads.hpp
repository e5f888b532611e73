// while (*changed) { if (t == 0) *changed = 0; __syncthreads(); … }  ->  { ::cuda_emulator::after_stores(); if …
// All threads have read before the first one writes: on a GPU the lanes of a warp read together.
#pragma once
#include "advise/pass.hpp"

namespace cu2cpp {

void find_flag_reads(const SourceFile& file, const Function& kernel, Races& out);

}  // namespace cu2cpp
