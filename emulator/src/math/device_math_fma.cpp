// The device's mathematics for processors with fused multiply-add; compiled with -mfma.
#include "math/device_math/table.hpp"

namespace cuda_emulator {
const DeviceMath device_math_fma = device_math_table;
}
