// States of cuRAND's generators that a kernel copies and does not store back.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_random_states(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
