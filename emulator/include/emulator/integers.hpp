// Integers of fixed size, with names of the emulator: CUDA's headers do not include <cstdint>.
#pragma once

namespace cuda_emulator {
using int32 = __INT32_TYPE__;
using int64 = __INT64_TYPE__;
using uint16 = __UINT16_TYPE__;
using uint32 = __UINT32_TYPE__;
using uint64 = __UINT64_TYPE__;
using uintptr = __UINTPTR_TYPE__;
}  // namespace cuda_emulator
