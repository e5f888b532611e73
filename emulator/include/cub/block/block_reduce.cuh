// Stands in for the CUB header of the same name.
#pragma once
#include "emulator/cub/sums.hpp"
