// if (threadIdx.x == 0) for (…) sum += s[i]; without a barrier behind the stores to s: on a GPU the other threads have
// stored by then, as all begin together.
#pragma once
#include <vector>

#include "rewrite.hpp"

namespace cu2cpp {

void let_others_store_first(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
