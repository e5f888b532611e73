// The functions whose results on a GPU differ from the C library's. X(result type, parameters, arguments, name); the
// build reads the names of the first list, one per line, and has the linker redirect calls of them to this library.
#pragma once

// As the C library declares its functions: glibc says that they throw nothing, WASI's library does not.
#ifdef __wasm__
#define CUDA_EMULATOR_C_NOEXCEPT
#else
#define CUDA_EMULATOR_C_NOEXCEPT noexcept
#endif

#define CUDA_EMULATOR_MATH_ONE(X, T, name) X(T, (T x), (x), name)
#define CUDA_EMULATOR_MATH_TWO(X, T, name) X(T, (T x, T y), (x, y), name)
#define CUDA_EMULATOR_MATH_THREE(X, T, name) X(T, (T x, T y, T z), (x, y, z), name)
#define CUDA_EMULATOR_MATH_FOUR(X, T, name) X(T, (T x, T y, T z, T w), (x, y, z, w), name)
#define CUDA_EMULATOR_MATH_PAIR(X, T, name) X(void, (T x, T * s, T * c), (x, s, c), name)

// Functions of the C library.
#define CUDA_EMULATOR_OTHER_C_FUNCTIONS(X)   \
  CUDA_EMULATOR_MATH_ONE(X, float, expf)     \
  CUDA_EMULATOR_MATH_ONE(X, float, exp2f)    \
  CUDA_EMULATOR_MATH_ONE(X, float, exp10f)   \
  CUDA_EMULATOR_MATH_ONE(X, float, expm1f)   \
  CUDA_EMULATOR_MATH_ONE(X, float, logf)     \
  CUDA_EMULATOR_MATH_ONE(X, float, log2f)    \
  CUDA_EMULATOR_MATH_ONE(X, float, log10f)   \
  CUDA_EMULATOR_MATH_ONE(X, float, log1pf)   \
  CUDA_EMULATOR_MATH_ONE(X, float, sinf)     \
  CUDA_EMULATOR_MATH_ONE(X, float, cosf)     \
  CUDA_EMULATOR_MATH_PAIR(X, float, sincosf) \
  CUDA_EMULATOR_MATH_ONE(X, float, tanf)     \
  CUDA_EMULATOR_MATH_ONE(X, float, asinf)    \
  CUDA_EMULATOR_MATH_ONE(X, float, acosf)    \
  CUDA_EMULATOR_MATH_ONE(X, float, atanf)    \
  CUDA_EMULATOR_MATH_TWO(X, float, atan2f)   \
  CUDA_EMULATOR_MATH_ONE(X, float, sinhf)    \
  CUDA_EMULATOR_MATH_ONE(X, float, coshf)    \
  CUDA_EMULATOR_MATH_ONE(X, float, tanhf)    \
  CUDA_EMULATOR_MATH_ONE(X, float, asinhf)   \
  CUDA_EMULATOR_MATH_ONE(X, float, acoshf)   \
  CUDA_EMULATOR_MATH_ONE(X, float, atanhf)   \
  CUDA_EMULATOR_MATH_ONE(X, float, erff)     \
  CUDA_EMULATOR_MATH_ONE(X, float, erfcf)    \
  CUDA_EMULATOR_MATH_ONE(X, float, lgammaf)  \
  CUDA_EMULATOR_MATH_ONE(X, float, tgammaf)  \
  CUDA_EMULATOR_MATH_ONE(X, float, j0f)      \
  CUDA_EMULATOR_MATH_ONE(X, float, j1f)      \
  CUDA_EMULATOR_MATH_ONE(X, float, y0f)      \
  CUDA_EMULATOR_MATH_ONE(X, float, y1f)      \
  CUDA_EMULATOR_MATH_ONE(X, float, cbrtf)    \
  CUDA_EMULATOR_MATH_TWO(X, float, hypotf)   \
  CUDA_EMULATOR_MATH_ONE(X, double, exp)     \
  CUDA_EMULATOR_MATH_ONE(X, double, exp2)    \
  CUDA_EMULATOR_MATH_ONE(X, double, exp10)   \
  CUDA_EMULATOR_MATH_ONE(X, double, expm1)   \
  CUDA_EMULATOR_MATH_ONE(X, double, log)     \
  CUDA_EMULATOR_MATH_ONE(X, double, log2)    \
  CUDA_EMULATOR_MATH_ONE(X, double, log10)   \
  CUDA_EMULATOR_MATH_ONE(X, double, log1p)   \
  CUDA_EMULATOR_MATH_ONE(X, double, sin)     \
  CUDA_EMULATOR_MATH_ONE(X, double, cos)     \
  CUDA_EMULATOR_MATH_ONE(X, double, tan)     \
  CUDA_EMULATOR_MATH_ONE(X, double, asin)    \
  CUDA_EMULATOR_MATH_ONE(X, double, acos)    \
  CUDA_EMULATOR_MATH_ONE(X, double, atan)    \
  CUDA_EMULATOR_MATH_ONE(X, double, sinh)    \
  CUDA_EMULATOR_MATH_ONE(X, double, cosh)    \
  CUDA_EMULATOR_MATH_ONE(X, double, tanh)    \
  CUDA_EMULATOR_MATH_ONE(X, double, asinh)   \
  CUDA_EMULATOR_MATH_ONE(X, double, acosh)   \
  CUDA_EMULATOR_MATH_ONE(X, double, atanh)   \
  CUDA_EMULATOR_MATH_ONE(X, double, erf)     \
  CUDA_EMULATOR_MATH_ONE(X, double, erfc)    \
  CUDA_EMULATOR_MATH_ONE(X, double, lgamma)  \
  CUDA_EMULATOR_MATH_ONE(X, double, tgamma)  \
  CUDA_EMULATOR_MATH_ONE(X, double, cbrt)    \
  CUDA_EMULATOR_MATH_PAIR(X, double, sincos) \
  CUDA_EMULATOR_MATH_TWO(X, double, atan2)   \
  CUDA_EMULATOR_MATH_TWO(X, double, hypot)
#define CUDA_EMULATOR_C_FUNCTIONS(X)     \
  CUDA_EMULATOR_MATH_TWO(X, float, powf) \
  CUDA_EMULATOR_MATH_TWO(X, double, pow) \
  CUDA_EMULATOR_OTHER_C_FUNCTIONS(X)

// The same, but called by another name, which the declarations in cuda_runtime.h give them: these names are variables
// in many programs, which the linker would redirect as well.
#define CUDA_EMULATOR_SHORT_C_FUNCTIONS(X) \
  CUDA_EMULATOR_MATH_ONE(X, double, j0)    \
  CUDA_EMULATOR_MATH_ONE(X, double, j1)    \
  CUDA_EMULATOR_MATH_ONE(X, double, y0)    \
  CUDA_EMULATOR_MATH_ONE(X, double, y1)

// Functions that CUDA adds; host code has them too, with other last digits.
#define CUDA_EMULATOR_CUDA_FUNCTIONS(X)            \
  CUDA_EMULATOR_MATH_ONE(X, float, sinpif)         \
  CUDA_EMULATOR_MATH_ONE(X, float, cospif)         \
  CUDA_EMULATOR_MATH_PAIR(X, float, sincospif)     \
  CUDA_EMULATOR_MATH_ONE(X, float, erfinvf)        \
  CUDA_EMULATOR_MATH_ONE(X, float, erfcinvf)       \
  CUDA_EMULATOR_MATH_ONE(X, float, erfcxf)         \
  CUDA_EMULATOR_MATH_ONE(X, float, normcdff)       \
  CUDA_EMULATOR_MATH_ONE(X, float, normcdfinvf)    \
  CUDA_EMULATOR_MATH_ONE(X, float, cyl_bessel_i0f) \
  CUDA_EMULATOR_MATH_ONE(X, float, cyl_bessel_i1f) \
  CUDA_EMULATOR_MATH_ONE(X, double, cyl_bessel_i0) \
  CUDA_EMULATOR_MATH_ONE(X, double, cyl_bessel_i1) \
  CUDA_EMULATOR_MATH_ONE(X, float, rcbrtf)         \
  CUDA_EMULATOR_MATH_TWO(X, float, rhypotf)        \
  CUDA_EMULATOR_MATH_THREE(X, float, norm3df)      \
  CUDA_EMULATOR_MATH_FOUR(X, float, norm4df)       \
  CUDA_EMULATOR_MATH_THREE(X, float, rnorm3df)     \
  CUDA_EMULATOR_MATH_FOUR(X, float, rnorm4df)      \
  CUDA_EMULATOR_MATH_ONE(X, double, erfinv)        \
  CUDA_EMULATOR_MATH_ONE(X, double, erfcinv)       \
  CUDA_EMULATOR_MATH_ONE(X, double, erfcx)         \
  CUDA_EMULATOR_MATH_ONE(X, double, normcdf)       \
  CUDA_EMULATOR_MATH_ONE(X, double, normcdfinv)    \
  CUDA_EMULATOR_MATH_THREE(X, double, norm3d)      \
  CUDA_EMULATOR_MATH_FOUR(X, double, norm4d)       \
  CUDA_EMULATOR_MATH_THREE(X, double, rnorm3d)     \
  CUDA_EMULATOR_MATH_FOUR(X, double, rnorm4d)      \
  CUDA_EMULATOR_MATH_ONE(X, double, sinpi)         \
  CUDA_EMULATOR_MATH_ONE(X, double, cospi)         \
  CUDA_EMULATOR_MATH_ONE(X, double, rsqrt)         \
  CUDA_EMULATOR_MATH_ONE(X, double, rcbrt)         \
  CUDA_EMULATOR_MATH_PAIR(X, double, sincospi)     \
  CUDA_EMULATOR_MATH_TWO(X, double, rhypot)

// on_device_expf and similar functions compute a GPU's result, wherever they are called
// (src/math/device_math_calls.cpp). Host code of programs gets the C library's functions, and its own versions of
// CUDA's.
namespace cuda_emulator {
#define CUDA_EMULATOR_X(T, parameters, arguments, name) T on_device_##name parameters;
CUDA_EMULATOR_C_FUNCTIONS(CUDA_EMULATOR_X)
CUDA_EMULATOR_SHORT_C_FUNCTIONS(CUDA_EMULATOR_X)
CUDA_EMULATOR_CUDA_FUNCTIONS(CUDA_EMULATOR_X)
#undef CUDA_EMULATOR_X
}  // namespace cuda_emulator
