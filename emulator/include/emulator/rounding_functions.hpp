// Device functions that have a form for every rounding mode: arithmetic and conversions.
#pragma once
#include <cmath>
#include <limits>
#include <type_traits>

#include "emulator/bit_functions.hpp"
#include "emulator/core.hpp"
#include "emulator/device_math.hpp"

namespace cuda_emulator {

// <cfenv>, which CUDA's headers do not include: its functions under names of the emulator, and its modes.
extern "C" int cuda_emulator_get_rounding() CUDA_EMULATOR_C_NOEXCEPT __asm__("fegetround");
extern "C" int cuda_emulator_set_rounding(int mode) CUDA_EMULATOR_C_NOEXCEPT __asm__("fesetround");
inline int get_rounding() {
  return cuda_emulator_get_rounding();
}
inline void set_rounding(int mode) {
  if (cuda_emulator_set_rounding(mode) != 0) lacks_rounding();
}
#if defined(__x86_64__)
constexpr int to_nearest = 0, downward = 0x400, upward = 0x800, toward_zero = 0xc00;
#else  // arm64; WebAssembly has the first alone
constexpr int to_nearest = 0, upward = 0x400000, downward = 0x800000, toward_zero = 0xc00000;
#endif

// A value that the compiler does not fuse with an operation: __fmul_rn(a, b) + c stays two operations.
template <class T>
CUDA_EMULATOR_INLINE auto kept_apart(T value) {
#if defined(__x86_64__)
  if constexpr (std::is_floating_point_v<T>) __asm__("" : "+x"(value));
#elif defined(__aarch64__)
  if constexpr (std::is_floating_point_v<T>) __asm__("" : "+w"(value));
#elif defined(__wasm__)
  if constexpr (std::is_floating_point_v<T>) __asm__("" : "+r"(value));
#endif
  return value;
}

// f(a...) under another rounding mode; volatile keeps the operation between the two switches.
template <int mode, class F, class... A>
inline auto rounded(F f, A... a) {
  if constexpr (mode == cuda_emulator::to_nearest) {
    return kept_apart(f(kept_apart(a)...));
  } else {
    const int before = get_rounding();
    set_rounding(mode);
    const auto at_run_time = [](auto v) {
      volatile auto hidden = v;
      return static_cast<decltype(v)>(hidden);
    };
    volatile auto result = f(at_run_time(a)...);
    set_rounding(before);
    return static_cast<decltype(f(a...))>(result);
  }
}

// Conversion to an integer as in hardware: values out of range become the nearest limit.
template <class To, int mode, class From>
inline auto to_integer(From value) {
  using Limits = std::numeric_limits<To>;
  if (value != value)
    return sizeof(To) == 4 && sizeof(From) == 4 ? To{0} : static_cast<To>(To{1} << (sizeof(To) * 8 - 1));
  const From whole = mode == cuda_emulator::to_nearest ? std::nearbyint(value)
                     : mode == cuda_emulator::upward   ? std::ceil(value)
                     : mode == cuda_emulator::downward ? std::floor(value)
                                                       : std::trunc(value);
  if (whole >= std::ldexp(From{1}, Limits::digits)) return Limits::max();
  if (whole <= static_cast<From>(Limits::min())) return Limits::min();
  return static_cast<To>(whole);
}

}  // namespace cuda_emulator

#define CUDA_EMULATOR_EACH_MODE(define, ...)                                                             \
  define(rn, cuda_emulator::to_nearest, __VA_ARGS__) define(rz, cuda_emulator::toward_zero, __VA_ARGS__) \
      define(ru, cuda_emulator::upward, __VA_ARGS__) define(rd, cuda_emulator::downward, __VA_ARGS__)
#define CUDA_EMULATOR_ONE(suffix, mode, T, name, expression)                                \
  inline T name##_##suffix(T a) {                                                           \
    return cuda_emulator::rounded<mode>([](T x) { return static_cast<T>(expression); }, a); \
  }
#define CUDA_EMULATOR_TWO(suffix, mode, T, name, expression)                                        \
  inline T name##_##suffix(T a, T b) {                                                              \
    return cuda_emulator::rounded<mode>([](T x, T y) { return static_cast<T>(expression); }, a, b); \
  }
#define CUDA_EMULATOR_THREE(suffix, mode, T, name, expression)                                              \
  inline T name##_##suffix(T a, T b, T c) {                                                                 \
    return cuda_emulator::rounded<mode>([](T x, T y, T z) { return static_cast<T>(expression); }, a, b, c); \
  }
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, float, __fadd, x + y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, float, __fsub, x - y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, float, __fmul, x* y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, float, __fdiv, x / y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_ONE, float, __frcp, 1 / x)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_ONE, float, __fsqrt, std::sqrt(x))
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_THREE, float, __fmaf, std::fma(x, y, z))
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, double, __dadd, x + y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, double, __dsub, x - y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, double, __dmul, x* y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TWO, double, __ddiv, x / y)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_ONE, double, __drcp, 1 / x)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_ONE, double, __dsqrt, std::sqrt(x))
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_THREE, double, __fma, std::fma(x, y, z))
inline float __frsqrt_rn(float x) {
  if (x < 0) return cuda_emulator::bit_cast<float>(0x7fffffff);  // the hardware's result, not the processor's
  return static_cast<float>(1 / std::sqrt(static_cast<double>(x)));
}

#define CUDA_EMULATOR_TO_INTEGER(suffix, mode, From, from, To, to) \
  inline To __##from##2##to##_##suffix(From value) {               \
    return cuda_emulator::to_integer<To, mode>(value);             \
  }
#define CUDA_EMULATOR_TO_REAL(suffix, mode, From, from, To, to)                            \
  inline To __##from##2##to##_##suffix(From value) {                                       \
    return cuda_emulator::rounded<mode>([](From v) { return static_cast<To>(v); }, value); \
  }
#define CUDA_EMULATOR_REAL_CONVERSIONS(Real, real)                                       \
  CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_INTEGER, Real, real, int, int)                \
  CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_INTEGER, Real, real, unsigned, uint)          \
  CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_INTEGER, Real, real, long long, ll)           \
  CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_INTEGER, Real, real, unsigned long long, ull) \
  CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_REAL, long long, ll, Real, real)              \
  CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_REAL, unsigned long long, ull, Real, real)
CUDA_EMULATOR_REAL_CONVERSIONS(float, float)
CUDA_EMULATOR_REAL_CONVERSIONS(double, double)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_REAL, int, int, float, float)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_REAL, unsigned, uint, float, float)
CUDA_EMULATOR_EACH_MODE(CUDA_EMULATOR_TO_REAL, double, double, float, float)
inline double __int2double_rn(int v) {
  return v;
}
inline double __uint2double_rn(unsigned v) {
  return v;
}
#undef CUDA_EMULATOR_REAL_CONVERSIONS
#undef CUDA_EMULATOR_TO_REAL
#undef CUDA_EMULATOR_TO_INTEGER
#undef CUDA_EMULATOR_THREE
#undef CUDA_EMULATOR_TWO
#undef CUDA_EMULATOR_ONE
#undef CUDA_EMULATOR_EACH_MODE
