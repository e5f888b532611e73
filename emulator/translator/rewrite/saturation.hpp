// Conversions of floating point to unsigned types saturate on a GPU (emulator/saturation.hpp). Casts to such types, and
// to type names that may stand for one, are given a second cast, which decides by the operand's type:
//
// ---- (unsigned)x, unsigned(x), static_cast<T>(x)  ->  (unsigned)(::cuda_emulator::Saturated<unsigned>)x ...
// ---- unsigned u = x;                              ->  unsigned u = (::cuda_emulator::Saturated<unsigned>)(x);
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

void saturate_casts(const SourceFile& file, const Survey& survey, const Program& program, std::vector<Edit>& edits);

}  // namespace cu2cpp
