// Stands in for the CUDA header of the same name.
#pragma once
#include "emulator/vector_types.hpp"
