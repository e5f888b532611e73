// All of CUB's device-wide algorithms.
#pragma once
#include "emulator/cub/device_for.hpp"
#include "emulator/cub/device_histogram.hpp"
#include "emulator/cub/device_reduce.hpp"
#include "emulator/cub/device_select.hpp"
#include "emulator/cub/device_sort.hpp"
