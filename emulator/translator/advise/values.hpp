// Values that a program loses: results in a kernel's own copy, sums without an initial value, integer divisions, exact
// comparisons.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_values(const SourceFile& file, const Survey& survey, const Program& program);

}  // namespace cu2cpp
