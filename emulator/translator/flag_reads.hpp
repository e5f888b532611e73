// while (*changed) { if (t == 0) *changed = 0; __syncthreads(); … }  ->  { ::cuda_emulator::relax(); if …
// All threads have asked before the first one writes: on a GPU a warp asks as one.
#pragma once
#include <vector>

#include "rewrite.hpp"

namespace cu2cpp {

void let_all_read_flags(const SourceFile& file, const Function& kernel, std::vector<Edit>& edits);

}  // namespace cu2cpp
