// What asks the compiler about the operands of device code's divisions (emulator/division.hpp): where their results are
// approximated, and for processors whose integer division by zero is not a GPU's.
#pragma once
#include <vector>

#include "read/code_sides.hpp"
#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// Without by_literals, those by a number as 2 or 0.5 stay: they cannot be by zero.
std::vector<Edit> with_divisions(const SourceFile& file, const CodeSides& sides, bool by_literals,
                                 std::vector<Edit> edits);

}  // namespace cu2cpp
