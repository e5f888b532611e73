// A GPU's loads and stores of 8 and 16 bytes require aligned addresses. Where device code accesses numbers as a vector
// type, *reinterpret_cast<float4*>(x + 1) or ((float4*)x)[i], the address is checked first.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// Call it when the other edits are known: it leaves out places that one of them replaces.
void check_alignment(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
