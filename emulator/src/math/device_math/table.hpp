// All functions of the device's mathematics, as the including file is compiled.
#pragma once
#include "bessel.hpp"
#include "double_exponentials.hpp"
#include "double_roots.hpp"
#include "double_special.hpp"
#include "double_trigonometry.hpp"
#include "float_exponentials.hpp"
#include "float_roots.hpp"
#include "float_special.hpp"
#include "float_trigonometry.hpp"
#include "tables.hpp"

namespace cuda_emulator {
namespace {

constexpr DeviceMath device_math_table = {
#define CUDA_EMULATOR_X(T, parameters, arguments, name) .name = device_##name,
    CUDA_EMULATOR_C_FUNCTIONS(CUDA_EMULATOR_X) CUDA_EMULATOR_SHORT_C_FUNCTIONS(CUDA_EMULATOR_X)
        CUDA_EMULATOR_CUDA_FUNCTIONS(CUDA_EMULATOR_X)
#undef CUDA_EMULATOR_X
};

}  // namespace
}  // namespace cuda_emulator
