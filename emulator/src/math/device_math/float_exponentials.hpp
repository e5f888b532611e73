// Exponentials, logarithms, powers and hyperbolic functions of floats.
#pragma once
#include "arithmetic.hpp"

namespace cuda_emulator {
namespace {

// ---- exponentials ----

// base^x as a power of two by the exponent's bits, and the rest of the exponent by hardware. slope is
// log2(base) / 252, which puts the exponents from -126 to 126 between 0 and 1.
struct Exponential {
  float power, scale;
  Exponential(float x, float slope, float log2_base, float log2_base_rest) {
    const float place = fma(x, slope, 0.5f);
    const float clamped = place > 0.0f ? (place < 1.0f ? place : 1.0f) : 0.0f;
    const int step = static_cast<int>(252.0 * static_cast<double>(clamped));
    power = ex2_approx_ftz(fma(x, log2_base_rest, fma(x, log2_base, -static_cast<float>(step - 126))));
    scale = from_bits(static_cast<std::uint32_t>(step + 1) << 23);
  }
};
inline float device_expf(float x) {
  const Exponential e(x, 0.00572498f, 1.442695f, 1.925963e-8f);
  return e.power * e.scale;
}
inline float device_exp10f(float x) {
  const Exponential e(x, 0.0131822545f, 3.321928f, 7.059537e-8f);
  return e.power * e.scale;
}
inline float device_exp2f(float x) {
  return ex2_approx(x);
}

inline float device_expm1f(float x) {
  const float k = abs(x) < 0.41f ? 0.0f : nearest(x * 1.442695f);
  const float r = fma(-k, 1.4286068e-6f, fma(-k, 0.69314575f, x));
  const bool last = k == 128.0f;  // 2^128 is too large, twice 2^127 may not be
  const float exponent = last ? k - 1.0f : k;
  const float tail = r * polynomial(r, 0.0013879507f, 0.008382413f, 0.04166783f, 0.16666397f, 0.49999994f);
  const float power = ex2_approx(exponent);
  const float sum = fma(fma(tail, r, r), power, power + -1.0f);
  float result = last ? sum + sum : sum;
  if (exponent > 128.0f) result = inf;
  if (exponent < -25.0f) result = -1.0f;
  return x == 0.0f ? x + x : result;
}

// exp for |x| truncated to whole powers of two between -126 and 126; scale_bits moves the exponent into place.
inline float exp_in_two_steps(float x, float scale_bits) {
  const float steps = whole(x * 1.442695f);
  const float k = abs(steps) > 126.0f ? with_sign_of(steps, 126.0f) : steps;
  const float rest = fma(k, 1.9046542e-9f, fma(k, -0.6931472f, x));
  return ex2_approx_ftz(rest * 1.442695f) * from_bits(bits(k + scale_bits) << 23);
}

// ---- logarithms ----

// x = m * 2^k with m from two thirds to four thirds (lowest is the smallest m's bits); k is kept times 2^23.
struct Mantissa {
  float less_one;  // m - 1
  float exponent;
};
inline Mantissa split(float x, float exponent_so_far, std::uint32_t lowest) {
  const std::uint32_t k = (bits(x) - lowest) & 0xff800000u;
  return {from_bits(bits(x) - k) + -1.0f,
          fma(static_cast<float>(static_cast<std::int32_t>(k)), 1.1920929e-7f, exponent_so_far)};
}
constexpr std::uint32_t two_thirds = 0x3f2aaaab;

// For arguments that are infinite, NaN, negative or zero.
inline bool is_positive_number(float x) {
  return bits(x) < 0x7f800000u;
}

inline float device_logf(float x) {
  const bool denormal = x < smallest_normal;
  const float scaled = denormal ? x * 0x1p23f : x;
  const auto [m, k] = split(scaled, denormal ? -23.0f : 0.0f, two_thirds);
  const float tail = m * polynomial(m, -0.13018857f, 0.1408461f, -0.12148628f, 0.1398061f, -0.16684236f, 0.200123f,
                                    -0.24999669f, 0.33333182f, -0.5f);
  float result = fma(k, 0.6931472f, fma(tail, m, m));
  if (!is_positive_number(scaled)) result = fma(scaled, inf, inf);
  return scaled == 0.0f ? -inf : result;
}
inline float device_log10f(float x) {
  return device_logf(x) * 0.4342945f;
}
inline float device_log2f(float x) {
  const bool denormal = x < smallest_normal;
  const float scaled = denormal ? x * 0x1p23f : x;
  const auto [m, k] = split(scaled, denormal ? -23.0f : 0.0f, 0x3f3504f3);  // from the root of a half
  const float tail = m * (m * polynomial(m, 0.09702014f, -0.16845393f, 0.1716887f, -0.17900948f, 0.20512372f,
                                         -0.24046533f, 0.28857115f, -0.36067417f, 0.4808982f, -0.7213475f));
  float result = k + fma(m, 1.442695f, tail);
  if (!is_positive_number(scaled)) result = fma(scaled, inf, inf);
  return scaled == 0.0f ? -inf : result;
}

inline float device_log1pf(float x) {
  // 1 + x = (1 + m) * 2^k, where m keeps the bits of x below 1.
  const std::uint32_t k = (bits(cut_off(static_cast<double>(x) + 1.0)) - 0x3f400000u) & 0xff800000u;
  const float m = fma(0.25f, from_bits(0x40800000u - k), -1.0f) + from_bits(bits(x) - k);
  const float tail = m * polynomial(m, -0.045348614f, 0.105468884f, -0.13229704f, 0.14491446f, -0.16641565f,
                                    0.19988868f, -0.25000197f, 0.3333351f, -0.5f);
  const float exponent = static_cast<float>(static_cast<std::int32_t>(k)) * 1.1920929e-7f;
  const float result = fma(exponent, 0.6931472f, fma(tail, m, m));
  if (is_positive_number(x)) return result;
  if (x == 0.0f) return -0.0f;
  return static_cast<std::int32_t>(bits(x)) < static_cast<std::int32_t>(0xbf800001u) ? result : fma(x, inf, inf);
}

// ---- powers ----

// log2|x| as the sum of two floats.
struct LongLog {
  float high, low;
};
inline LongLog long_log2(float magnitude, float third_order) {
  const bool denormal = magnitude < smallest_normal;
  const float scaled = denormal ? magnitude * 0x1p24f : magnitude;
  const std::uint32_t step = (bits(scaled) - 0x3f3504f3u) & 0xff800000u;
  const float m = from_bits(bits(scaled) - step);
  const float k = fma(static_cast<float>(static_cast<std::int32_t>(step)), 1.1920929e-7f, denormal ? -24.0f : 0.0f);
  // 2 atanh(q / 2) for q = 2 (m - 1) / (m + 1), and the quotient's rounding error.
  const float less = m + -1.0f, inverse = rcp_approx_ftz(m + 1.0f);
  const float q = (less + less) * inverse, square = q * q, gap = less - q;
  const float lost = inverse * fma(-q, less, gap + gap);
  const float series = polynomial(square, 0.00065688626f, 0.0032181654f, 0.018033719f, 0.12022459f) * square;
  const float high = fma(q, 1.442695f, k);
  float low = fma(q, 1.9251367e-8f, fma(lost, 1.442695f, fma(q, 1.442695f, k - high)));
  if (third_order != 0.0f) low = fma(series * third_order, lost, low);
  low = fma(series, q, low);
  const float sum = high + low;
  return {sum, low + -(sum + -high)};
}
// 2^rest scaled by a whole power of two, in two steps so that neither overflows.
inline float scaled_exp2(float rest, float exponent) {
  const std::uint32_t half = exponent > 0.0f ? 0u : 0x83000000u;
  const float power =
      polynomial(rest, 0.00015239252f, 0.0013391353f, 0.009618839f, 0.05550359f, 0.24022645f, 0.6931472f, 1.0f);
  const std::uint32_t step = static_cast<std::uint32_t>(to_int(exponent)) << 23;
  return (power * from_bits(half + 0x7f000000u)) * from_bits(step - half);
}

inline float device_powf(float x, float y) {
  if (x == 1.0f || y == 0.0f) return 1.0f;
  const float size = abs(x);
  if (size != size || y != y) return x + y;
  const float half = whole(y * 0.5f);
  const bool odd = abs(y - (half + half)) == 1.0f;
  if (x == 0.0f || size == inf) {
    std::uint32_t result = bits(x + x);
    if (y < 0.0f) result ^= 0x7f800000u;
    return from_bits(odd ? result : result & 0x7fffffffu);
  }
  if (x == -1.0f && abs(y) == inf) return 1.0f;
  const LongLog log = long_log2(size, 3.0f);
  const float product = log.high * y;
  const float exponent = nearest(product);
  const float rest = fma(log.low, y, fma(log.high, y, -product)) + (product - exponent);
  const float result = abs(product) > 152.0f ? (product < 0.0f ? 0.0f : inf) : scaled_exp2(rest, exponent);
  if (!(x < 0.0f)) return result;
  if (__builtin_floorf(y) != y) return std::numeric_limits<float>::quiet_NaN();
  return odd ? -result : result;
}

// ---- hyperbolic functions and their inverses ----

inline float device_tanhf(float x) {
  const float size = abs(x);
  if (size >= 0.6f) {
    const float large = fma(rcp_approx_ftz(ex2_approx_ftz(size * 2.88539f) + 1.0f), -2.0f, 1.0f);
    return with_sign_of(x, size >= 9.010914f ? 1.0f : large);
  }
  const float square = x * x;
  return fma(polynomial(square, 0.015739683f, -0.052303962f, 0.13315298f, -0.33332768f, 0.0f), x, x);
}

inline float device_sinhf(float x) {
  const float size = abs(x);
  if (size >= 1.0f) {
    const float quarter = exp_in_two_steps(size, 12583037.0f);  // of e^|x|
    return with_sign_of(x, fma(2.0f, quarter, quotient_approx(-0.125f, quarter)));
  }
  const float square = x * x;
  return fma(square * polynomial(square, 2.816951e-6f, 0.0001983616f, 0.00833335f, 0.16666667f), x, x);
}
inline float device_coshf(float x) {
  const float quarter = exp_in_two_steps(abs(x), 12583037.0f);
  return fma(2.0f, quarter, quotient_approx(0.125f, quarter));
}
inline float device_asinhf(float x) {
  const float size = abs(x);
  const bool large = size > 0x1p23f;
  const float square = fma(x, x, 1.0f);
  const float more = rcp_approx_ftz(fma(square, rsqrt_approx_ftz(square), 1.0f));
  const float log = device_log1pf(large ? size : fma(size, size * more, size));
  const float result = large ? log + 0.6931472f : log;
  return size <= inf ? with_sign_of(x, result) : result;
}
inline float device_acoshf(float x) {
  const float less = x - 1.0f;
  const bool large = bits(less) > 0x4b000000u;  // or negative
  const float square = fma(x, x, -1.0f), inverse = rsqrt_approx_ftz(square), root = square * inverse;
  const float better = square == 0.0f ? 0.0f : fma(fma(-root, root, square), inverse * 0.5f, root);
  const float log = device_log1pf(less + (large ? -1.0000001f : better));
  return large ? log + 0.6931472f : log;
}
inline float device_atanhf(float x) {
  const float size = abs(x), inverse = rcp_approx_ftz(1.0f - size);
  const float argument = size > 0x1p126f ? -2.0f : size * (inverse + inverse);
  return with_sign_of(x, 0.5f) * device_log1pf(argument);
}

}  // namespace
}  // namespace cuda_emulator
