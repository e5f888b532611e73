// Lets the compiler decide by the operands' types about device code's divisions (emulator/division.hpp): where their
// results are approximated, and for processors whose integer division by zero differs from a GPU's.
#pragma once
#include <vector>

#include "read/code_sides.hpp"
#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// Without by_literals, divisions by a number such as 2 or 0.5 are not changed: they cannot be by zero.
std::vector<Edit> with_divisions(const SourceFile& file, const CodeSides& sides, bool by_literals,
                                 std::vector<Edit> edits);

}  // namespace cu2cpp
