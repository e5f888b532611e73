// Macros that turn a launch into a string: CHECK((k<<<1, 32>>>(p))) that prints #call. By then the launch has been
// rewritten, so such a macro gets the original text from the library (src/engine/launch_text.cpp).
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

void give_launch_text_back(const SourceFile& file, const Program& program, std::vector<Edit>& edits);

}  // namespace cu2cpp
