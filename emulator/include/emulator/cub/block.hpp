// All of CUB's operations of the threads of a block or of a warp.
#pragma once
#include "emulator/cub/data.hpp"
#include "emulator/cub/neighbours.hpp"
#include "emulator/cub/sorts.hpp"
#include "emulator/cub/sums.hpp"
