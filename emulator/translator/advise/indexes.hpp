// Indexes of another array than the one that is meant: a guard of the other axis, blocks counted by the grid's size,
// and rows that are a pitch apart.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_indexes(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
