// Stands in for the Thrust header of the same name.
#pragma once
#include "emulator/thrust/all.hpp"
