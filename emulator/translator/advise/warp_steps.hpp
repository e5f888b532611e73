// Old code lets the lanes of a warp exchange values through volatile memory, without __syncwarp: on a GPU they execute
// each statement together. In such functions every volatile store becomes a step that the lanes execute together.
#pragma once
#include "advise/pass.hpp"

namespace cu2cpp {

void find_warp_steps(const SourceFile& file, const Survey& survey, const Function& function, Races& out);

}  // namespace cu2cpp
