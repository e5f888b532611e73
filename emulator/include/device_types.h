// Stands in for the CUDA header of the same name.
#pragma once
#include "emulator/runtime_api.hpp"
