// k() { if (t == 0) report(t); printf(…); }: what a function prints belongs, in a warp's text, to the line of its call.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

void name_calls_of_printing(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
