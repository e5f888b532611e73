// Stands in for the CUDA header of the same name. Programs of the runtime API include it for its version only; the
// driver API itself is not emulated, so its functions fail at compile time by name.
#pragma once
#define __cuda_cuda_h__
#define CUDA_VERSION 13000

#include "emulator/runtime_api.hpp"

using CUstream = cudaStream_t;
using CUevent = cudaEvent_t;
using CUdeviceptr = unsigned long long;
using CUdevice = int;
