// Work that is done too often, or on another thread's elements: sums of a block that every thread adds, wrong strides
// of loops over a grid, lanes and warps exchanged, a last block that reads data without a fence.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_work(const SourceFile& file, const Survey& survey, const Program& program);

}  // namespace cu2cpp
