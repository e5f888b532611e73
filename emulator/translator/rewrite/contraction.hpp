// nvcc joins a product and the sum behind it into one operation with one rounding, in device code only. Kernels are
// marked for that by the word __global__ itself, other device functions here.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// quotients: only what has no products but quotients, which are products with -use_fast_math.
void mark_device_code(const SourceFile& file, const Survey& survey, const Program& program, std::vector<Edit>& edits,
                      bool quotients = false);

}  // namespace cu2cpp
