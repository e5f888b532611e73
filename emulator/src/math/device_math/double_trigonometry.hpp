// Sines, cosines, tangents and their inverses of doubles.
#pragma once
#include "arithmetic.hpp"

namespace cuda_emulator {
namespace {

struct LongAngle {
  double rest;  // in radians
  int quarter_turns;
};

// For large angles: 1152 bits of 2 / pi (lowest word first) times the mantissa; the 128 bits below the whole turns are
// used.
inline LongAngle reduced_large(double x) {
  static constexpr std::uint64_t two_over_pi[19] = {0x6bfb5fb11f8d5d08,
                                                    0x3d0739f78a5292ea,
                                                    0x7527bac7ebe5f17b,
                                                    0x4f463f669e5fea2d,
                                                    0x6d367ecf27cb09b7,
                                                    0xef2f118b5a0a6d1f,
                                                    0x1ff897ffde05980f,
                                                    0x9c845f8bbdf9283b,
                                                    0x3991d639835339f4,
                                                    0xe99c7026b45f7e41,
                                                    0xe88235f52ebb4484,
                                                    0xfe1deb1cb129a73e,
                                                    0x06492eea09d1921c,
                                                    0xb7246e3a424dd2e0,
                                                    0xfe5163abdebbc561,
                                                    0xdb6295993c439041,
                                                    0xfc2757d1f534ddc0,
                                                    0xa2f9836e4e441529,
                                                    0};
  const unsigned exponent = static_cast<unsigned>(bits(x) >> 52 & 0x7ff);
  if (exponent == 0x7ff) return {x, 0};
  const std::uint64_t mantissa = bits(x) << 11 | 0x8000000000000000u;
  const unsigned first = 15 - (exponent - 1024) / 64, shift = (exponent - 1024) % 64;
  std::uint64_t product[4];
  unsigned __int128 sum = 0;
  for (unsigned i = 0; i < 4; ++i) {
    sum += static_cast<unsigned __int128>(two_over_pi[first + i]) * mantissa;
    product[i] = static_cast<std::uint64_t>(sum);
    sum >>= 64;
  }
  unsigned __int128 turns = static_cast<unsigned __int128>(product[3]) << 64 | product[2];
  if (shift != 0) turns = turns << shift | product[1] >> (64 - shift);
  // The upper two bits count the quarter turns; the rest is taken to the nearest one.
  unsigned __int128 fraction = turns << 2;
  const bool above = fraction >> 127, negative = bits(x) >> 63;
  const int quarters = static_cast<int>(turns >> 126) + above;
  if (above) fraction = -fraction;
  // Times pi / 2, as a double
  const std::uint64_t top = static_cast<std::uint64_t>(fraction >> 64);
  std::uint64_t zeros = top ? static_cast<std::uint64_t>(__builtin_clzll(top)) : 64;
  const std::uint64_t normal = static_cast<std::uint64_t>(fraction << zeros >> 64);
  unsigned __int128 angle = static_cast<unsigned __int128>(normal) * 0xc90fdaa22168c235u;
  if (static_cast<std::int64_t>(angle >> 64) > 0) {
    angle += angle;
    ++zeros;
  }
  const std::uint64_t rounded = (((static_cast<std::uint64_t>(angle >> 64) + 1) >> 10) + 1) >> 1;
  const double rest = from_bits_64(0x3fe0000000000000u - (zeros << 52) + rounded);
  return {above != negative ? -rest : rest, negative ? -quarters : quarters};
}
inline LongAngle reduced(double x) {
  if (abs(x) >= 0x1p31) return abs(x) == inf_64 ? LongAngle{x * 0.0, 0} : reduced_large(x);
  if (x != x) return {x, 0};
  const int quarters = static_cast<int>(nearest(x * 0.6366197723675814));
  const double turn = -static_cast<double>(quarters);  // -0 for none: the sine of -0 keeps its sign
  return {fma(turn, 8.478427660368898e-32, fma(turn, 6.123233995736757e-17, fma(turn, 1.5707963267948966, x))),
          quarters};
}

inline double sine_near_zero(double r) {
  const double square = r * r;
  return fma(polynomial(square, 1.5903078570611027e-10, -2.5050911383645487e-08, 2.755731498463003e-06,
                        -0.0001984126983447703, 0.008333333333329349, -0.16666666666666663, 0.0),
             r, r);
}
inline double cosine_near_zero(double r) {
  const double square = r * r;
  return fma(polynomial(square, -1.1367817304626284e-11, 2.08758833785978e-09, -2.7557315542999557e-07,
                        2.4801587293618683e-05, -0.0013888888888880667, 0.04166666666666664, -0.5),
             square, 1.0);
}
// The sine of an angle near zero; turned by a quarter, its cosine.
inline double turned(double rest, unsigned quarters) {
  const double result = quarters & 1 ? cosine_near_zero(rest) : sine_near_zero(rest);
  return quarters & 2 ? fma(result, -1.0, 0.0) : result;
}
inline double device_sin(double x) {
  const auto [rest, quarters] = reduced(x);
  return turned(rest, static_cast<unsigned>(quarters));
}
inline double device_cos(double x) {
  const auto [rest, quarters] = reduced(x);
  return turned(rest, static_cast<unsigned>(quarters) + 1);
}
inline void device_sincos(double x, double* s, double* c) {
  const auto [rest, quarters] = reduced(x);
  *s = turned(rest, static_cast<unsigned>(quarters));
  *c = turned(rest, static_cast<unsigned>(quarters) + 1);
}
inline double device_tan(double x) {
  const auto [r, quarters] = reduced(x);
  const double square = r * r;
  const double series =
      square * polynomial(square, 9.80062872032863e-06, -2.4279526494179897e-05, 4.864417313093716e-05,
                          -2.5640012693782273e-05, 6.722398433088007e-05, 8.355928731821164e-05, 0.00024375039850848564,
                          0.0005888648775485667, 0.001456045484467204, 0.003592100888585718, 0.008863237921861371,
                          0.02186948839933789, 0.053968253972902704, 0.13333333333325342, 0.3333333333333338);
  const double tangent = fma(series, r, r);
  if (!(quarters & 1)) return tangent;
  const double quotient = -inverse(tangent), tangent_low = fma(series, r, -(tangent - r));
  return fma(fma(quotient, tangent_low, fma(tangent, quotient, 1.0)), quotient, quotient);
}

// ---- of multiples of pi ----

struct HalfTurns {
  double rest;
  unsigned quarters;
};
inline HalfTurns reduced_half_turns(double x) {
  const double quarters = nearest(shifted(x, 1)), r = fma(-quarters, 0.5, x);
  const double rest = fma(r, 3.141592653589793, r * 1.2246467991473532e-16);
  return {rest, abs(quarters) < 0x1p62 ? static_cast<unsigned>(static_cast<std::int64_t>(quarters)) : 0u};
}
inline double device_sinpi(double x) {
  if (whole(x) == x) return x * 0.0;
  const auto [rest, quarters] = reduced_half_turns(x);
  return turned(rest, quarters);
}
inline double device_cospi(double x) {
  if ((static_cast<std::uint32_t>(upper(x)) << 1) >= 0x86800001u) x *= 0.0;
  const auto [rest, quarters] = reduced_half_turns(x);
  return turned(rest, quarters + 1);
}
inline void device_sincospi(double x, double* s, double* c) {
  *s = device_sinpi(x);
  *c = device_cospi(x);
}

// ---- inverse functions ----

inline double asin_series(double square) {
  return square * polynomial(square, 0.06259798167646803, -0.07620591484676952, 0.06686894879337643,
                             -0.01787828218369301, 0.01745227928732326, 0.0100042275424558, 0.01418108777515123,
                             0.01733194598980628, 0.02237350511593569, 0.03038188875134962, 0.04464285849810986,
                             0.0749999999834227, 0.1666666666667375);
}
inline double device_asin(double x) {
  if (abs(upper_as_float(x)) < 1.76875f) return fma(asin_series(x * x), x, x);
  const double square = fma(-0.5, abs(x), 0.5);
  const double half = square != 0.0 ? (upper(square) < 0 ? not_a_number : root(square)) : square;
  const double twice = half * -2.0;
  const double result =
      ((twice + 0.7853981633974483) + fma(twice, asin_series(square), 6.123233995736766e-17)) + 0.7853981633974483;
  return with_sign_of(x, result);
}
inline double device_acos(double x) {
  const double size = abs(x);
  if (upper(size) < 0x3fe26666) {
    const double angle = fma(asin_series(size * size), size, size);
    return upper(x) < 0 ? 1.5707963267948966 + (angle + 6.123233995736766e-17)
                        : 1.5707963267948966 + -(angle + -6.123233995736766e-17);
  }
  const double less = 1.0 - size;
  double angle = size * 0.0;
  if (upper(less) >= 1) {
    const double twice = shifted(root(shifted(less, -1)), 1);
    const double series =
        less * polynomial(less, 2.751918949311172e-06, -1.5951212865388395e-06, 6.118529412726973e-06,
                          6.928343859556241e-06, 1.9480663162164715e-05, 4.503196545530714e-05, 0.00010911426300865435,
                          0.00027113554445344455, 0.0006991300615525486, 0.0018988715243469585, 0.005580357142924968,
                          0.018749999999999475, 0.08333333333333333);
    angle = fma(series, twice, twice);
  }
  if (upper(less) < 0) angle *= inf_64;
  return upper(x) < 0 ? 3.141592653589793 + -(angle + -1.2246467991473532e-16) : angle;
}

inline double atan_near_zero(double r) {
  const double square = r * r;
  const double series =
      square * polynomial(square, -2.0258553044438358e-05, 0.0002230224034575851, -0.0011640717779930576,
                          0.0038559749383629918, -0.009184559218716548, 0.01697803583459733, -0.025826796814495994,
                          0.03406781108271512, -0.04092638242050997, 0.046739496199157994, -0.05239233005460132,
                          0.05877307772179085, -0.06665860363351257, 0.07692212930586784, -0.09090901235400523,
                          0.11111110678749424, -0.14285714271334815, 0.1999999999975502, -0.3333333333333186);
  return fma(series, r, r);
}
inline double device_atan(double x) {
  const double size = abs(x);
  if (!(size > 1.0)) return with_sign_of(x, atan_near_zero(size));
  return with_sign_of(x, 1.5707963267948966 - atan_near_zero(size == inf_64 ? 0.0 : inverse(size)));
}
inline double device_atan2(double y, double x) {
  const double width = abs(x), height = abs(y), sum = width + height;
  if (sum != sum) return sum;
  const bool left = upper(x)<0, tall = height> width;
  const double larger = tall ? height : width;
  double angle;
  if (larger == 0.0) {
    angle = left ? 3.141592653589793 : 0.0;
  } else if (width == height) {
    angle = left ? 2.356194490192345 : 0.7853981633974483;
  } else {
    angle = atan_near_zero((tall ? width : height) / larger);
    if (tall) {
      angle = (left ? angle : -angle) + 1.5707963267948966;
    } else if (left) {
      angle = 3.141592653589793 - angle;
    }
  }
  return with_sign_of(y, angle);
}

}  // namespace
}  // namespace cuda_emulator
