// Stands in for the CUDA header of the same name.
#pragma once
#include "emulator/driver_types.hpp"
