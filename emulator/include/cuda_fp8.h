// Stands in for the CUDA header of the same name: numbers of 8 bits, 1 + 4 + 3 and 1 + 5 + 2, and two or four of them.
// They are only stored and converted; arithmetic uses wider types.
#pragma once
#define __CUDA_FP8_H__
#define __CUDA_FP8_TYPES_EXIST__
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstdint>

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };

namespace cuda_emulator {

// Rounded to nearest, ties to even. Too large a value becomes the largest number, or infinity, or NaN where the format
// has no infinity.
inline unsigned char to_float8(double value, __nv_saturation_t saturation, __nv_fp8_interpretation_t format) {
  const int mantissa_bits = format == __NV_E4M3 ? 3 : 2, bias = format == __NV_E4M3 ? 7 : 15;
  const unsigned largest = format == __NV_E4M3 ? 0x7e : 0x7b;
  if (std::isnan(value)) return 0x7f;
  const unsigned sign = std::signbit(value) ? 0x80 : 0;
  const double size = std::fabs(value);
  unsigned code = largest + 1;
  if (size < 65536.0 * 2) {
    const int exponent = size == 0 || std::ilogb(size) < 1 - bias ? 1 - bias : std::ilogb(size);
    const auto units = static_cast<int>(std::nearbyint(std::ldexp(size, mantissa_bits - exponent)));
    code = static_cast<unsigned>(units + (exponent + bias - 1) * (1 << mantissa_bits));  // the hidden bit adds one
  }
  if (code > largest) code = saturation == __NV_SATFINITE ? largest : format == __NV_E4M3 ? 0x7f : 0x7c;
  return static_cast<unsigned char>(sign | code);
}
inline float from_float8(unsigned char bits, __nv_fp8_interpretation_t format) {
  if (format == __NV_E5M2) return float_of_bits<10>(static_cast<unsigned short>(bits << 8));
  const int exponent = bits >> 3 & 15, fraction = bits & 7;
  const float size = (bits & 0x7f) == 0x7f ? NAN
                     : exponent == 0       ? std::ldexp(static_cast<float>(fraction), -9)
                                           : std::ldexp(static_cast<float>(8 + fraction), exponent - 10);
  return bits & 0x80 ? -size : size;
}

template <__nv_fp8_interpretation_t format>
struct Float8 {
  __nv_fp8_storage_t __x;

  Float8() = default;
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, __half> ||
                                              std::is_same_v<T, __nv_bfloat16>>>
  explicit Float8(T value) {
    if constexpr (std::is_same_v<T, double>) {
      __x = to_float8(value, __NV_SATFINITE, format);
    } else {
      __x = to_float8(static_cast<double>(static_cast<float>(value)), __NV_SATFINITE, format);
    }
  }
  [[nodiscard]] float value() const { return from_float8(__x, format); }
  explicit operator float() const { return value(); }
  explicit operator double() const { return static_cast<double>(value()); }
  explicit operator __half() const { return __half(value()); }
  explicit operator __nv_bfloat16() const { return __nv_bfloat16(value()); }
  explicit operator bool() const { return (__x & 0x7f) != 0; }
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>>>
  explicit operator Integer() const {
    return small_to_integer<Integer>(value(), Rounding::to_zero);
  }
};

template <__nv_fp8_interpretation_t format>
struct Float8Pair {
  __nv_fp8x2_storage_t __x;

  Float8Pair() = default;
  explicit Float8Pair(double2 v)
      : __x(static_cast<__nv_fp8x2_storage_t>(to_float8(v.x, __NV_SATFINITE, format) |
                                              to_float8(v.y, __NV_SATFINITE, format) << 8)) {}
  explicit Float8Pair(float2 v) : Float8Pair(double2{static_cast<double>(v.x), static_cast<double>(v.y)}) {}
  explicit Float8Pair(__half2 v) : Float8Pair(float2{v.x.value(), v.y.value()}) {}
  explicit Float8Pair(__nv_bfloat162 v) : Float8Pair(float2{v.x.value(), v.y.value()}) {}
  explicit operator float2() const {
    return {from_float8(static_cast<unsigned char>(__x & 0xff), format),
            from_float8(static_cast<unsigned char>(__x >> 8), format)};
  }
  explicit operator __half2() const {
    const auto v = static_cast<float2>(*this);
    return {__half(v.x), __half(v.y)};
  }
};

template <__nv_fp8_interpretation_t format>
struct Float8Four {
  __nv_fp8x4_storage_t __x;

  Float8Four() = default;
  explicit Float8Four(float4 v) : Float8Four(float2{v.x, v.y}, float2{v.z, v.w}) {}
  explicit Float8Four(double4 v) : Float8Four(double2{v.x, v.y}, double2{v.z, v.w}) {}
  Float8Four(__half2 low, __half2 high) : Float8Four(low, high, 0) {}
  Float8Four(__nv_bfloat162 low, __nv_bfloat162 high) : Float8Four(low, high, 0) {}
  explicit operator float4() const {
    Float8Pair<format> low, high;
    low.__x = static_cast<__nv_fp8x2_storage_t>(__x & 0xffff);
    high.__x = static_cast<__nv_fp8x2_storage_t>(__x >> 16);
    const auto a = static_cast<float2>(low), b = static_cast<float2>(high);
    return {a.x, a.y, b.x, b.y};
  }

 private:
  Float8Four(float2 low, float2 high) : Float8Four(low, high, 0) {}
  Float8Four(double2 low, double2 high) : Float8Four(low, high, 0) {}
  template <class Pair>
  Float8Four(Pair low, Pair high, int)
      : __x(Float8Pair<format>(low).__x | static_cast<unsigned>(Float8Pair<format>(high).__x) << 16) {}
};

}  // namespace cuda_emulator

using __nv_fp8_e4m3 = cuda_emulator::Float8<__NV_E4M3>;
using __nv_fp8_e5m2 = cuda_emulator::Float8<__NV_E5M2>;
using __nv_fp8x2_e4m3 = cuda_emulator::Float8Pair<__NV_E4M3>;
using __nv_fp8x2_e5m2 = cuda_emulator::Float8Pair<__NV_E5M2>;
using __nv_fp8x4_e4m3 = cuda_emulator::Float8Four<__NV_E4M3>;
using __nv_fp8x4_e5m2 = cuda_emulator::Float8Four<__NV_E5M2>;

inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturation,
                                                 __nv_fp8_interpretation_t format) {
  return cuda_emulator::to_float8(x, saturation, format);
}
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturation,
                                                __nv_fp8_interpretation_t format) {
  return cuda_emulator::to_float8(static_cast<double>(x), saturation, format);
}
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturation,
                                                  __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__half(x).value(), saturation, format);
}
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturation,
                                                      __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(__nv_bfloat16(x).value(), saturation, format);
}
inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturation,
                                                      __nv_fp8_interpretation_t format) {
  return static_cast<__nv_fp8x2_storage_t>(cuda_emulator::to_float8(x.x, saturation, format) |
                                           cuda_emulator::to_float8(x.y, saturation, format) << 8);
}
inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturation,
                                                     __nv_fp8_interpretation_t format) {
  return __nv_cvt_double2_to_fp8x2({static_cast<double>(x.x), static_cast<double>(x.y)}, saturation, format);
}
inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
  return {__half(cuda_emulator::from_float8(x, format)).bits()};
}
