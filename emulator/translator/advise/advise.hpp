// Mistakes that a program's source shows before it runs: notes at compile time.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

// sizeof of a pointer instead of its target, cudaMemset with a value that is not a byte, a symbol's name in quotes, a
// vector instead of its elements, a clock or an event read while a kernel runs,
// lost values (values.hpp) and values that all threads share (threads.hpp); with_costs: also doubles in a kernel of
// floats.
std::vector<Note> advise(const SourceFile& file, const Survey& survey, const Program& program, bool with_costs);

}  // namespace cu2cpp
