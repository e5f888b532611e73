// nvcc joins a product and the sum behind it into one operation with one rounding, in device code only. Kernels are
// marked for that by the word __global__ itself, other device functions here.
#pragma once
#include <vector>

#include "rewrite.hpp"

namespace cu2cpp {

void mark_device_code(const SourceFile& file, const Survey& survey, const Program& program, std::vector<Edit>& edits);

}  // namespace cu2cpp
