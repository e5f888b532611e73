// Launches and calls of the runtime whose status a program discards: marked, so that the runtime can report those that
// failed (include/emulator/unchecked.hpp).
#pragma once
#include <string>
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// ---- cudaFree(p);  ->  cudaFree(p), ::cuda_emulator::unchecked("cudaFree(p)");   as a statement of host code
void mark_unchecked_calls(const SourceFile& file, const Survey& survey, const Program& program,
                          std::vector<Edit>& edits);

// ---- "k"  ->  ::cuda_emulator::launched("k", {"blocks = n / 256", "256"}, {{"n", ::cuda_emulator::number(n)}})
// of k<<<blocks, 256>>>, whose configuration is [begin, end): how its grid and block are computed.
std::string launched_at(const SourceFile& file, const Tokens& t, const Survey* survey, const std::string& name,
                        std::size_t begin, std::size_t end);

}  // namespace cu2cpp
