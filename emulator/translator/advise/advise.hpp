// Mistakes that the words of a program show before it runs: notes for whoever compiles it.
#pragma once
#include <vector>

#include "as_gpu/as_gpu.hpp"

namespace cu2cpp {

// sizeof of a pointer where what it points to is meant, cudaMemset with a value that is no byte, a symbol's name in
// quotes, a vector where its elements are meant, a clock or an event asked for the time while a kernel runs,
// values that are lost on the way (values.hpp) and what all threads have alike (threads.hpp); with_costs: also doubles
// in a kernel of floats.
std::vector<Note> advise(const SourceFile& file, const Survey& survey, const Program& program, bool with_costs);

}  // namespace cu2cpp
