#pragma once
#include <cstddef>

namespace cuda_emulator {

std::size_t process_threads();  // OS threads of this process now; 0 if unknown

}  // namespace cuda_emulator
