// k() { if (t == 0) report(t); printf(…); }: in a warp's text, the output of a function belongs to the line of its
// call.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

void name_calls_of_printing(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
