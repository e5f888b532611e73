// atomicAdd(p, 1); as a statement: nobody uses the old value. In shared memory the lanes of a warp then add to a word
// together, which the microscope must know to count their passes.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

void mark_dropped_results(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
