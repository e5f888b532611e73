// Calls whose argument is a number of bytes, or a byte, and that get something else: cudaMemset with a number for each
// element, and the width of a copy of rows in elements.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_bytes(const SourceFile& file);

}  // namespace cu2cpp
