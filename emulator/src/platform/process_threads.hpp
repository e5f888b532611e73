#pragma once
#include <cstddef>

namespace cuda_emulator {

#if defined(__wasm__)
constexpr bool has_os_threads = false;
#else
constexpr bool has_os_threads = true;
#endif
std::size_t process_threads();  // OS threads of this process now; 0 if unknown

}  // namespace cuda_emulator
