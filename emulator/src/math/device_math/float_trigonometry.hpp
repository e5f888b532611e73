// Sines, cosines, tangents and their inverses of floats.
#pragma once
#include "float_exponentials.hpp"

namespace cuda_emulator {
namespace {

// An angle as quarter turns and what is left, in radians.
struct Angle {
  float rest;
  int quarter_turns;
};

// For large angles: 192 bits of 2 / pi (lowest word first) times the mantissa; the 64 bits below the whole turns are
// used.
inline Angle reduced_large(float x) {
  static constexpr std::uint32_t two_over_pi[6] = {0x3c439041, 0xdb629599, 0xf534ddc0,
                                                   0xfc2757d1, 0x4e441529, 0xa2f9836e};
  const std::uint32_t mantissa = bits(x) << 8 | 0x80000000u;
  const unsigned exponent = (bits(x) >> 23 & 0xff) - 128;
  std::uint32_t product[7];
  std::uint64_t carry = 0;
  for (int i = 0; i < 6; ++i) {
    carry += static_cast<std::uint64_t>(two_over_pi[i]) * mantissa;
    product[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  product[6] = static_cast<std::uint32_t>(carry);
  const unsigned word = 6 - exponent / 32, shift = exponent % 32;
  std::uint64_t turns = static_cast<std::uint64_t>(product[word]) << 32 | product[word - 1];
  if (shift != 0) turns = turns << shift | product[word - 2] >> (32 - shift);
  // The upper two bits count the quarter turns; the rest is taken to the nearest one.
  std::uint64_t fraction = turns << 2;
  const bool above = fraction >> 63;
  const int quarters = static_cast<int>(turns >> 62) + above;
  if (above) fraction = ~fraction;
  const float rest =
      static_cast<float>(static_cast<double>(static_cast<std::int64_t>(fraction)) * 8.515303950216387e-20);
  const bool negative = bits(x) >> 31;
  return {above != negative ? -rest : rest, negative ? -quarters : quarters};
}

inline Angle reduced(float x) {
  if (abs(x) >= 105615.0f) return abs(x) == inf ? Angle{x * 0.0f, 0} : reduced_large(x);
  const int quarters = to_int(x * 0.63661975f);
  const float q = static_cast<float>(quarters);
  return {fma(q, -5.390303e-15f, fma(q, -7.5497894e-8f, fma(q, -1.5707963f, x))), quarters};
}

// The sine of an angle near zero; turned by a quarter, its cosine.
inline float sine(Angle angle) {
  const float r = angle.rest, square = r * r;
  const bool cosine = angle.quarter_turns & 1;
  const float factor = cosine ? 1.0f : r;
  const float series = cosine ? polynomial(square, 2.427958e-5f, -0.001388786f, 0.041666728f, -0.49999997f)
                              : polynomial(square, -0.00019574659f, 0.008332703f, -0.16666663f);
  const float result = fma(series, fma(square, factor, 0.0f), factor);
  return angle.quarter_turns & 2 ? fma(result, -1.0f, 0.0f) : result;
}
inline float device_sinf(float x) {
  return sine(reduced(x));
}
inline float device_cosf(float x) {
  const auto [rest, quarters] = reduced(x);
  return sine({rest, quarters + 1});
}
inline void device_sincosf(float x, float* s, float* c) {
  const auto [rest, quarters] = reduced(x);
  *s = sine({rest, quarters});
  *c = sine({rest, quarters + 1});
}

inline float device_tanf(float x) {
  const auto [r, quarters] = reduced(x);
  const float square = r * r;
  float tangent =
      fma(polynomial(square, 0.009338379f, 0.0032653809f, 0.024291992f, 0.053466797f, 0.13337791f, 0.3333323f),
          square * r, r);
  if (abs(r) == 0.00049096695f) tangent = r;
  return quarters & 1 ? rcp_approx_ftz(-tangent) : tangent;
}

// ---- of multiples of pi ----

// An angle in half turns near zero.
inline float sine_of_half_turns(float r) {
  const float square = r * r, series = polynomial(square, -0.59248024f, 2.5501442f, -5.16772f);
  return fma(3.1415927f, r, fma(series, fma(square, r, 0.0f), 0.0f));
}
inline float cosine_of_half_turns(float r) {
  return polynomial(r * r, 0.22686031f, -1.3345604f, 4.0586925f, -4.934802f, 1.0f);
}
inline float turned(float rest, unsigned quarters) {
  const float result = quarters & 1 ? cosine_of_half_turns(rest) : sine_of_half_turns(rest);
  return quarters & 2 ? 0.0f - result : result;
}
inline float device_sinpif(float x) {
  const float quarters = nearest(x + x);
  return whole(x) == x ? x * 0.0f : turned(fma(-quarters, 0.5f, x), static_cast<unsigned>(to_int(quarters)));
}
inline float device_cospif(float x) {
  if (abs(x) > 0x1p24f) x *= 0.0f;
  const float quarters = nearest(x + x);
  return turned(fma(-quarters, 0.5f, x), static_cast<unsigned>(to_int(quarters)) + 1);
}
// Differs from the two above in the signs of zeros.
inline void device_sincospif(float x, float* s, float* c) {
  const float quarters = nearest(x + x), rest = fma(-quarters, 0.5f, x);
  const unsigned n = static_cast<unsigned>(to_int(quarters));
  const float sine = sine_of_half_turns(rest), cosine = cosine_of_half_turns(rest);
  *s = n & 1 ? cosine : sine;
  if (n & 2) *s = -*s;
  if (whole(x) == x) *s = x * 0.0f;
  *c = n & 1 ? sine : cosine;
  if ((n + 1) & 2) *c = fma(*c, -1.0f, 0.0f);
  if (abs(x) > 0x1p24f) *c = *s + 1.0f;
}

// ---- inverse functions ----

// sqrt((1 - |x|) / 2), the sine of half the angle whose cosine |x| is.
inline float half_angle(float size) {
  const float square = fma(0.5f, -size, 0.5f), inverse = rsqrt_approx_ftz(square), root = square * inverse;
  return size == 1.0f ? 0.0f : fma(root, fma(-root, inverse * 0.5f, 0.5f), root);
}
inline float device_asinf(float x) {
  const float size = abs(x);
  const bool large = size > 0.56f;
  const float r = large ? half_angle(size) : size, square = r * r;
  const float series = square * polynomial(square, 0.05025002f, 0.01877336f, 0.046769053f, 0.074823014f, 0.16667181f);
  const float angle = fma(series, r, r);
  const float result = large ? fma(0.93318945f, 1.6832556f, angle * -2.0f) : angle;
  return result <= inf ? with_sign_of(x, result) : result;
}
inline float device_acosf(float x) {
  const float size = abs(x);
  const bool large = size > 0.56f;
  const float r = with_sign_of(x, large ? half_angle(size) : size), square = r * r;
  const float series =
      square * polynomial(square, 0.035382207f, 0.01698052f, 0.030762933f, 0.044709418f, 0.07498904f, 0.16666707f);
  const float angle = fma(series, r, r);
  const float result = x > 0.56f ? angle : fma(0.93318945f, 1.6832556f, large ? angle : -angle);
  return large ? result + result : result;
}

inline float device_atanf(float x) {
  const float size = abs(x);
  const bool large = size > 1.0f;
  const float r = large ? rcp_approx_ftz(size) : size, square = r * r;
  const float series = square * polynomial(square, 0.002450029f, -0.0143969795f, 0.03984975f, -0.07252975f, 0.1051848f,
                                           -0.14171803f, 0.19988775f, -0.3333294f);
  float angle = fma(series, r, r);
  if (large) angle = fma(0.93318945f, 1.6832556f, -angle);
  return size <= inf ? with_sign_of(x, angle) : angle;
}
inline float device_atan2f(float y, float x) {
  const float width = abs(x), height = abs(y);
  const bool left = bits(x) >> 31, tall = height > width;
  const float larger = tall ? height : width, ratio = (tall ? width : height) / larger, square = ratio * ratio;
  const float series = square * polynomial(square, 0.0027380611f, -0.015681878f, 0.04220075f, -0.07479298f,
                                           0.106404155f, -0.14207722f, 0.19993925f, -0.33333197f);
  float angle = fma(series, ratio, ratio);
  if (tall) {
    angle = fma(0.93318945f, 1.6832556f, left ? angle : -angle);
  } else if (left) {
    angle = fma(1.8663789f, 1.6832556f, -angle);
  }
  if (width == height) angle = left ? 2.3561945f : 0.7853982f;
  if (larger == 0.0f) angle = left ? 3.1415927f : 0.0f;
  const float sum = height + width;
  return sum != sum ? sum : with_sign_of(y, angle);
}

}  // namespace
}  // namespace cuda_emulator
