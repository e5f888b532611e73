// Conventions of libraries that a program does not follow: cuBLAS takes matrices by columns, and a transform of cuFFT
// and its inverse multiply by the number of elements.
#pragma once
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

std::vector<Note> advise_on_libraries(const SourceFile& file, const Survey& survey);

}  // namespace cu2cpp
