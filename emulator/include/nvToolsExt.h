// Stands in for the CUDA header of the same name.
#pragma once
#include "nvtx3/nvToolsExt.h"
