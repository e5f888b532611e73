// Stands in for the CUDA header of the same name: half precision, 1 + 5 + 10 bits.
#pragma once
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__
#include "emulator/small_float.hpp"

struct __half_raw {
  unsigned short x;
};
using __half = cuda_emulator::SmallFloat<10, __half_raw>;
using __half2 = cuda_emulator::SmallPair<__half>;
using half = __half;
using half2 = __half2;
using __nv_half = __half;
using __nv_half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

CUDA_EMULATOR_SMALL_FLOAT(__half, __half2, half, half2)
CUDA_EMULATOR_SMALL_ATOMIC(__half)
CUDA_EMULATOR_SMALL_ATOMIC(__half2)

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00u)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFu)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFu)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000u)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000u)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00u)
