// All of Thrust except its random numbers and complex numbers.
#pragma once
#include "emulator/thrust/algorithms.hpp"
#include "emulator/thrust/iterator_adaptor.hpp"
#include "emulator/thrust/vectors.hpp"
