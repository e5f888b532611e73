// Arguments of captured launches whose variables the program changes afterwards.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_graphs(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
