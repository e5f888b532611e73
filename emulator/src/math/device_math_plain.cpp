// The device's mathematics for processors without a fused multiply-add among their first instructions: fma is then the
// C library's.
#include "math/device_math/table.hpp"

namespace cuda_emulator {
const DeviceMath device_math_plain = device_math_table;
}
