// What differs from thread to thread, or does not: sums that one lane has, random sequences that start alike.
#pragma once
#include <vector>

#include "as_gpu/as_gpu.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_threads(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
