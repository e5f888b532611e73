// nvcc fuses a product and a following sum into one operation with one rounding, in device code only. The macro
// __global__ marks kernels for this, the translator marks other device functions.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// quotients: also mark functions that have quotients but no products, because with -use_fast_math quotients are
// products.
void mark_device_code(const SourceFile& file, const Survey& survey, const Program& program, std::vector<Edit>& edits,
                      bool quotients = false);

}  // namespace cu2cpp
