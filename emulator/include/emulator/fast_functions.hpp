// The fast intrinsics (__expf, __fdividef, ...) and rsqrtf, with the instructions that nvcc generates for compute
// capability 9.0. They are inlined, so that a product at the end of one is fused with a caller's sum, as with nvcc.
#pragma once
#include <cmath>

#include "emulator/core.hpp"
#include "emulator/special_functions.hpp"

namespace cuda_emulator {

// -use_fast_math flushes denormal numbers. Arithmetic between the functions does not do so here.
// Functions of constants are not computed by the hardware's approximation: nvcc rounds the exact value.
#ifdef __USE_FAST_MATH__
#define CUDA_EMULATOR_APPROXIMATION(name, exact)                              \
  CUDA_EMULATOR_INLINE float fast_##name(float x) {                           \
    if (__builtin_constant_p(x)) return static_cast<float>(exact(double{x})); \
    return name##_approx_ftz(x);                                              \
  }
#else
#define CUDA_EMULATOR_APPROXIMATION(name, exact)                              \
  CUDA_EMULATOR_INLINE float fast_##name(float x) {                           \
    if (__builtin_constant_p(x)) return static_cast<float>(exact(double{x})); \
    return name##_approx(x);                                                  \
  }
#endif
CUDA_EMULATOR_APPROXIMATION(ex2, __builtin_exp2)
CUDA_EMULATOR_APPROXIMATION(lg2, __builtin_log2)
CUDA_EMULATOR_APPROXIMATION(rsqrt, 1 / __builtin_sqrt)
#undef CUDA_EMULATOR_APPROXIMATION

}  // namespace cuda_emulator

CUDA_EMULATOR_INLINE float __expf(float x) {
  return cuda_emulator::fast_ex2(x * 1.4426950408889634f);
}
CUDA_EMULATOR_INLINE float __exp10f(float x) {
  return cuda_emulator::fast_ex2(x * 3.3219280948873623f);
}
CUDA_EMULATOR_INLINE float __log2f(float x) {
  return cuda_emulator::fast_lg2(x);
}
CUDA_EMULATOR_INLINE float __logf(float x) {
  return cuda_emulator::fast_lg2(x) * 0.6931471805599453f;
}
CUDA_EMULATOR_INLINE float __log10f(float x) {
  return cuda_emulator::fast_lg2(x) * 0.3010299956639812f;
}
CUDA_EMULATOR_INLINE float __powf(float x, float y) {
  return cuda_emulator::fast_ex2(cuda_emulator::fast_lg2(x) * y);
}
CUDA_EMULATOR_INLINE float __fdividef(float x, float y) {
  if (__builtin_constant_p(y)) return x * (1.0f / y);
#ifndef __USE_FAST_MATH__
  if (__builtin_fabsf(y) < 1.17549435e-38f) {  // a denormal number
    x *= 16777216.0f;
    y *= 16777216.0f;
  }
#endif
  return cuda_emulator::rcp_approx_ftz(y) * x;
}
CUDA_EMULATOR_INLINE float __sinf(float x) {
  if (__builtin_constant_p(x)) return static_cast<float>(__builtin_sin(double{x}));
  return cuda_emulator::sin_approx_ftz(x);
}
CUDA_EMULATOR_INLINE float __cosf(float x) {
  if (__builtin_constant_p(x)) return static_cast<float>(__builtin_cos(double{x}));
  return cuda_emulator::cos_approx_ftz(x);
}
CUDA_EMULATOR_INLINE void __sincosf(float x, float* s, float* c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
CUDA_EMULATOR_INLINE float __tanf(float x) {
  return __fdividef(__sinf(x), __cosf(x));
}
CUDA_EMULATOR_INLINE float __tanhf(float x) {
  return cuda_emulator::tanh_approx(x);
}
CUDA_EMULATOR_INLINE float __saturatef(float x) {
  return x > 0 ? (x < 1 ? x : 1) : 0;
}  // NaN becomes 0
CUDA_EMULATOR_INLINE float saturate(float x) {
  return __saturatef(x);
}

// In host code it divides, and takes the root and its reciprocal, exactly.
CUDA_EMULATOR_INLINE float fdividef(float x, float y) {
#ifdef __USE_FAST_MATH__
  if (cuda_emulator::block_state.in_kernel) return __fdividef(x, y);
#endif
  return x / y;
}
CUDA_EMULATOR_INLINE float rsqrtf(float x) {
  return cuda_emulator::block_state.in_kernel ? cuda_emulator::fast_rsqrt(x) : 1.0f / std::sqrt(x);
}
CUDA_EMULATOR_INLINE float rsqrt(float x) {
  return rsqrtf(x);
}
