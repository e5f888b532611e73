// The device's mathematics for processors without fused multiply-add in their base instruction set: fma is then the C
// library's.
#include "math/device_math/table.hpp"

namespace cuda_emulator {
const DeviceMath device_math_plain = device_math_table;
}
