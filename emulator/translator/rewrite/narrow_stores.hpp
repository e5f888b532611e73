// ---- pixels[i] = pixels[i] + brightness;  ->  pixels[i] = ::cuda_emulator::byte_of(pixels[i] + brightness);
// For the microscope: what is stored to an array of unsigned char and does not fit wraps, which the store does not
// show. Only sums, differences and products of elements: bits, remainders and hashes are cut off on purpose.
#pragma once
#include <vector>

#include "read/survey.hpp"
#include "rewrite/rewrite.hpp"

namespace cu2cpp {

void mark_narrow_stores(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);
// ---- uint16_t pixels = width * height;  ->  uint16_t pixels = ::cuda_emulator::count_of<…>(width * height);
// In host code, if the variable is then used in an allocation, a copy or a launch.
void mark_narrow_counts(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
