// Updates that get lost between threads: a lock whose stores no fence makes visible, and atomicCAS tried only once.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_visibility(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
