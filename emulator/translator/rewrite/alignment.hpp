// A GPU's loads and stores of 8 and 16 bytes demand aligned addresses. Where device code reads numbers as a vector type
// and goes there at once, *reinterpret_cast<float4*>(x + 1) or ((float4*)x)[i], the address is looked at first.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// To be called when the other edits are known: it leaves out what one of them replaces.
void check_alignment(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
