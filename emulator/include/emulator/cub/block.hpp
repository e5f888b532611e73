// All of CUB that the threads of a block or of a warp do together.
#pragma once
#include "emulator/cub/data.hpp"
#include "emulator/cub/neighbours.hpp"
#include "emulator/cub/sorts.hpp"
#include "emulator/cub/sums.hpp"
