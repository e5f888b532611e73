// -use_fast_math: device code's float divisions and roots become the hardware's approximations. Only the compiler knows
// the operands' types, so the text lets it decide: a / b becomes a / quotient * b, with overloaded operators.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

std::vector<Edit> with_fast_math(const SourceFile& file, const Survey& survey, const Program& program,
                                 std::vector<Edit> edits);

}  // namespace cu2cpp
