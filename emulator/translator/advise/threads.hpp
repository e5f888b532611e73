// Values of one thread that all threads use, and values of all threads that should differ: sums that only one lane has,
// random sequences with the same start, arrays at the same address, results compared with themselves.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_threads(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
