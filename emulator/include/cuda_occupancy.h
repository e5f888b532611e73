// Stands in for the CUDA header of the same name.
#pragma once
// Its calculator for other devices (cudaOccMaxActiveBlocksPerMultiprocessor ...) is left out; the
// calls of the runtime (cudaOccupancyMaxPotentialBlockSize ...) are in cuda_runtime.h.
#include "cuda_runtime_api.h"
