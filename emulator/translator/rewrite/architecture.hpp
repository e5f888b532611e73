// __CUDA_ARCH__: nvcc compiles a file twice, once for the host, where the macro is undefined, and once for the device.
// Here both are one program, so the macro becomes CUDA_EMULATOR_ARCH wherever the code around it is the device's.
#pragma once
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

// Adds to a file's edits those that give device code its architecture. The body of a function for both sides that uses
// it appears twice, and the call selects one.
std::vector<Edit> with_architecture(const SourceFile& file, const Survey& survey, const Program& program,
                                    std::vector<Edit> edits);

}  // namespace cu2cpp
