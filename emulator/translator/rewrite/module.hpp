// Kernels of a file that is loaded at run time (NVRTC, cu++ -ptx and -cubin): no <<<…>>> names them, so each is
// registered with the runtime when the file is loaded, and is then found by its symbol.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

void register_kernels(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits);

}  // namespace cu2cpp
