// Selects the function of a mathematics call: the device's in kernels, else the C library's.
//
// The linker redirects every call of expf, in whatever form the program makes it (overload, pointer, template,
// functor), to __wrap_expf, and gives the C library's function the name __real_expf (its option --wrap). Values that
// the compiler computes are correctly rounded, as with nvcc.
#include "emulator/core.hpp"
#include "math/device_math/tables.hpp"

namespace cuda_emulator {
namespace {

const DeviceMath* device_math = &device_math_plain;

#if defined(__x86_64__)
__attribute__((constructor)) void choose_device_math() {
  if (__builtin_cpu_supports("fma")) device_math = &device_math_fma;
}
#endif

}  // namespace
}  // namespace cuda_emulator

#define CUDA_EMULATOR_HOST(T, parameters, arguments, name) extern "C" T __real_##name parameters;
CUDA_EMULATOR_C_FUNCTIONS(CUDA_EMULATOR_HOST)
#undef CUDA_EMULATOR_HOST

// In host code a square is a product, as compilers generate it; with flags.txt they leave powers to this function.
extern "C" float __wrap_powf(float x, float y) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::device_math->powf(x, y);
  return y == 2.0f ? x * x : __real_powf(x, y);
}
extern "C" double __wrap_pow(double x, double y) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::device_math->pow(x, y);
  return y == 2.0 ? x * x : __real_pow(x, y);
}
#define CUDA_EMULATOR_X(T, parameters, arguments, name)                                          \
  extern "C" T __wrap_##name parameters {                                                        \
    if (cuda_emulator::block_state.in_kernel) return cuda_emulator::device_math->name arguments; \
    return __real_##name arguments;                                                              \
  }
CUDA_EMULATOR_OTHER_C_FUNCTIONS(CUDA_EMULATOR_X)
#undef CUDA_EMULATOR_X

#define CUDA_EMULATOR_X(T, parameters, arguments, name)                                          \
  extern "C" T name parameters CUDA_EMULATOR_C_NOEXCEPT;                                         \
  extern "C" T cuda_emulator_##name parameters {                                                 \
    if (cuda_emulator::block_state.in_kernel) return cuda_emulator::device_math->name arguments; \
    return ::name arguments;                                                                     \
  }
CUDA_EMULATOR_SHORT_C_FUNCTIONS(CUDA_EMULATOR_X)
#undef CUDA_EMULATOR_X

namespace cuda_emulator {
#define CUDA_EMULATOR_X(T, parameters, arguments, name) \
  T on_device_##name parameters {                       \
    return device_math->name arguments;                 \
  }
CUDA_EMULATOR_C_FUNCTIONS(CUDA_EMULATOR_X)
CUDA_EMULATOR_SHORT_C_FUNCTIONS(CUDA_EMULATOR_X)
CUDA_EMULATOR_CUDA_FUNCTIONS(CUDA_EMULATOR_X)
#undef CUDA_EMULATOR_X
}  // namespace cuda_emulator
