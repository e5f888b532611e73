// -use_fast_math: the functions that nvcc then replaces in device code. Declared before any call, as clang++ requires:
// a function that was used keeps its symbol.
#pragma once
#include <math.h>

// In the library (fast_math.cpp): in a kernel the fast function, in host code the exact one. The name of the symbol is
// replaced, not that of the function, so that std::exp(float) and a function pointer also mean the fast one.
#define CUDA_EMULATOR_FAST(declaration, name) \
  extern "C" declaration CUDA_EMULATOR_C_NOEXCEPT __asm__("cuda_emulator_fast_" name)
CUDA_EMULATOR_FAST(float expf(float), "expf");
CUDA_EMULATOR_FAST(float exp2f(float), "exp2f");
CUDA_EMULATOR_FAST(float exp10f(float), "exp10f");
CUDA_EMULATOR_FAST(float logf(float), "logf");
CUDA_EMULATOR_FAST(float log2f(float), "log2f");
CUDA_EMULATOR_FAST(float log10f(float), "log10f");
CUDA_EMULATOR_FAST(float powf(float, float), "powf");
CUDA_EMULATOR_FAST(float sinf(float), "sinf");
CUDA_EMULATOR_FAST(float cosf(float), "cosf");
CUDA_EMULATOR_FAST(float tanf(float), "tanf");
CUDA_EMULATOR_FAST(float tanhf(float), "tanhf");
CUDA_EMULATOR_FAST(void sincosf(float, float*, float*), "sincosf");
#undef CUDA_EMULATOR_FAST
