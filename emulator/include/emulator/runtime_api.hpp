// The runtime API that host code calls: CUDA 13's signatures, and the CUDA 12 forms of what 13 changed.
#pragma once
#define __CUDA_RUNTIME_API_H__
#define CUDART_VERSION 13000
#define CUDART_DEVICE
#define CUDARTAPI

#include <type_traits>
#include <utility>

#include "emulator/runtime_functions.hpp"
#include "emulator/runtime_templates.hpp"
#include "emulator/texel_formats.hpp"
