// Thrust's algorithms. Each is a function object over raw iterators; CUDA_EMULATOR_THRUST defines its public
// function.
#pragma once
#include "emulator/thrust/choosing.hpp"
#include "emulator/thrust/copies.hpp"
#include "emulator/thrust/elementwise.hpp"
#include "emulator/thrust/reductions.hpp"
#include "emulator/thrust/scans.hpp"
#include "emulator/thrust/sorted_ranges.hpp"
#include "emulator/thrust/sorting.hpp"
