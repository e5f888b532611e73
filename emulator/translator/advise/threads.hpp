// What is one where there should be two, or the other way round: sums that one lane has, random sequences that start
// alike, arrays at one place, results compared with themselves.
#pragma once
#include <vector>

#include "as_gpu/as_gpu.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_threads(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
