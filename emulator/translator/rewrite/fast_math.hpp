// -use_fast_math: device code's float divisions and roots become the hardware's approximations. What the operands'
// types are only the compiler knows, so the text asks it: a / b becomes a / quotient * b, which means the same to it.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

std::vector<Edit> with_fast_math(const SourceFile& file, const Survey& survey, const Program& program,
                                 std::vector<Edit> edits);

}  // namespace cu2cpp
