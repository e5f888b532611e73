// Stands in for the CUDA header of the same name: the upper half of a float, 1 + 8 + 7 bits.
#pragma once
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__
#include "emulator/small_float.hpp"

struct __nv_bfloat16_raw {
  unsigned short x;
};
using __nv_bfloat16 = cuda_emulator::SmallFloat<7, __nv_bfloat16_raw>;
using __nv_bfloat162 = cuda_emulator::SmallPair<__nv_bfloat16>;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

CUDA_EMULATOR_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)
CUDA_EMULATOR_SMALL_ATOMIC(__nv_bfloat16)
CUDA_EMULATOR_SMALL_ATOMIC(__nv_bfloat162)

#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80u)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFu)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16((unsigned short)0x0001u)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7F7Fu)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x8000u)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000u)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80u)
