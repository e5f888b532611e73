// What precompiled headers declare to be elsewhere.
#include <cmath>
#include <string>

#define CUDA_EMULATOR_INSTANTIATE template
#include "math/standard_templates.hpp"
