// The device's mathematics, compiled for each kind of processor.
#pragma once
#include "emulator/device_math.hpp"

namespace cuda_emulator {

struct DeviceMath {
#define CUDA_EMULATOR_X(T, parameters, arguments, name) T(*name) parameters;
  CUDA_EMULATOR_C_FUNCTIONS(CUDA_EMULATOR_X)
  CUDA_EMULATOR_SHORT_C_FUNCTIONS(CUDA_EMULATOR_X)
  CUDA_EMULATOR_CUDA_FUNCTIONS(CUDA_EMULATOR_X)
#undef CUDA_EMULATOR_X
};
extern const DeviceMath device_math_plain, device_math_fma;

}  // namespace cuda_emulator
