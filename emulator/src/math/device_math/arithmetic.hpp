// The building blocks of the device's mathematics library: steps that round once, and the hardware's approximations.
//
// The functions of this folder do the operations that nvcc 13.0 compiles CUDA's library functions to for sm_90, in the
// same order, so that their last bits have the same errors. Coefficients and orders are read from the PTX of kernels
// that call the functions. The folder is compiled twice, with the processor's fused multiply-add and without:
// everything is in an unnamed namespace, so that the linker cannot confuse the two.
#pragma once
#include <cstdint>
#include <limits>

#include "emulator/special_functions.hpp"

namespace cuda_emulator {
namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr double inf_64 = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr float smallest_normal = 0x1p-126f;

inline std::uint32_t bits(float x) {
  std::uint32_t b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
inline float from_bits(std::uint32_t b) {
  float x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}
inline std::uint64_t bits(double x) {
  std::uint64_t b;
  __builtin_memcpy(&b, &x, sizeof b);
  return b;
}
inline double from_bits_64(std::uint64_t b) {
  double x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}

inline float fma(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
inline double fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
inline float abs(float x) {
  return __builtin_fabsf(x);
}
inline double abs(double x) {
  return __builtin_fabs(x);
}
inline float with_sign_of(float sign, float x) {
  return __builtin_copysignf(x, sign);
}
inline double with_sign_of(double sign, double x) {
  return __builtin_copysign(x, sign);
}
inline float nearest(float x) {
  return __builtin_rintf(x);
}
inline double nearest(double x) {
  return __builtin_rint(x);
}
inline float whole(float x) {
  return __builtin_truncf(x);
}
inline double whole(double x) {
  return __builtin_trunc(x);
}

// A polynomial, highest coefficient first, one fused step per coefficient.
template <class T, class... Coefficients>
inline T polynomial(T x, T highest, Coefficients... coefficients) {
  T sum = highest;
  ((sum = fma(sum, x, static_cast<T>(coefficients))), ...);
  return sum;
}

// The nearest integer; as in hardware, NaN becomes 0 and too large a value the limit.
inline int to_int(float x) {
  if (x != x) return 0;
  if (x >= 0x1p31f) return std::numeric_limits<int>::max();
  if (x < -0x1p31f) return std::numeric_limits<int>::min();
  return static_cast<int>(nearest(x));
}

// Results truncated instead of rounded. The double is exact, or so close that truncation gives the same.
inline float cut_off(double exact) {
  const float x = static_cast<float>(exact);
  return abs(static_cast<double>(x)) > abs(exact) ? from_bits(bits(x) - 1) : x;
}

// ---- the halves of a double ----

inline std::int32_t upper(double x) {
  return static_cast<std::int32_t>(bits(x) >> 32);
}
inline std::int32_t lower(double x) {
  return static_cast<std::int32_t>(bits(x));
}
inline double joined(std::uint32_t high, std::uint32_t low) {
  return from_bits_64(static_cast<std::uint64_t>(high) << 32 | low);
}
// The upper half read as a float, which orders doubles approximately: the limits are given in this form.
inline float upper_as_float(double x) {
  return from_bits(static_cast<std::uint32_t>(upper(x)));
}
// x * 2^k by adding to the exponent's bits, without checks.
inline double shifted(double x, int k) {
  return from_bits_64(bits(x) + (static_cast<std::uint64_t>(static_cast<std::uint32_t>(k)) << 52));
}
inline double power_of_two(int k) {
  return joined((static_cast<std::uint32_t>(k) << 20) + 0x3ff00000u, 0);
}

// 1 / x by two steps from the hardware's seed, not correctly rounded.
inline double inverse(double x) {
  const double seed = rcp_approx_ftz_64(x), error = fma(-x, seed, 1.0);
  return fma(fma(error, error, error), seed, seed);
}
// 1 / sqrt(x) likewise.
inline double inverse_root(double x) {
  const double seed = rsqrt_approx_ftz_64(x), error = fma(x, -(seed * seed), 1.0);
  return fma(fma(0.375, error, 0.5), error * seed, seed);
}
// sqrt(x) as part of other functions.
inline double root(double x) {
  const double seed = rsqrt_approx_ftz_64(x), half = shifted(seed, -1), first = x * seed;
  const double better = fma(fma(first, -first, x), half, first);
  return fma(fma(better, -better, x), fma(fma(seed, -better, 1.0), half, half), better);
}

// ---- the approximations for all arguments: the hardware's own know no denormal numbers ----

inline float ex2_approx(float x) {
  if (!(x < -126.0f)) return ex2_approx_ftz(x);
  const float half = ex2_approx_ftz(x * 0.5f);
  return half * half;
}
inline float lg2_approx(float x) {
  return abs(x) < smallest_normal ? lg2_approx_ftz(x * 0x1p24f) - 24.0f : lg2_approx_ftz(x);
}
inline float rsqrt_approx(float x) {
  return abs(x) < smallest_normal ? rsqrt_approx_ftz(x * 0x1p24f) * 0x1p12f : rsqrt_approx_ftz(x);
}
inline float quotient_approx(float a, float b) {
  if (abs(b) > 0x1p126f) return (a * rcp_approx_ftz(b * 0.25f)) * 0.25f;
  if (abs(b) < smallest_normal) return (a * 0x1p24f) * rcp_approx_ftz(b * 0x1p24f);
  return a * rcp_approx_ftz(b);
}

}  // namespace
}  // namespace cuda_emulator
