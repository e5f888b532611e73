// Error functions, the normal distribution and gamma functions of floats.
#pragma once
#include "float_exponentials.hpp"
#include "float_trigonometry.hpp"

namespace cuda_emulator {
namespace {

// ---- error functions ----

inline float device_erff(float x) {
  const float size = abs(x);
  if (size >= 1.00296f) {
    const float exponent = fma(polynomial(size, 0.000112198715f, -0.0013275252f, 0.008396535f, -0.040246584f,
                                          0.15950431f, 0.9129177f, 0.62906003f),
                               -size, -size);
    return with_sign_of(x, 1.0f - ex2_approx_ftz(exponent));
  }
  return fma(polynomial(x * x, 8.4834945e-5f, -0.00082130916f, 0.005213489f, -0.026868774f, 0.11284005f, -0.37612665f,
                        0.12837915f),
             x, x);
}

// e^(x^2) erfc(x) for 0 <= x < 10.055.
inline float scaled_erfc(float x) {
  const float inverse = rcp_approx_ftz(x + 4.0f), quotient = (x + -4.0f) * inverse;
  const float t = fma(inverse, fma(-quotient, x, fma(-4.0f, quotient + 1.0f, x)), quotient);
  const float numerator = polynomial(t, 0.0008912171f, 0.007045788f, -0.015866896f, 0.036429625f, -0.06664343f,
                                     0.09381453f, -0.10099056f, 0.068094f, 0.015377387f, -0.13962108f, 1.2329952f);
  const float divisor_inverse = rcp_approx_ftz(fma(2.0f, x, 1.0f)), result = numerator * divisor_inverse;
  return fma(fma(x, result * -2.0f, numerator) - result, divisor_inverse, result);
}
inline float device_erfcf(float x) {
  const float size = abs(x), square = size * size;
  const float power = exp_in_two_steps(-square, 12583039.0f);
  const float exact_power = fma(power, fma(-size, size, square), power);
  const float tail = size > 10.055f ? 0.0f : scaled_erfc(size) * exact_power;
  return x < 0.0f ? 2.0f - tail : tail;
}
inline float device_erfcxf(float x) {
  const float size = abs(x);
  float result;
  if (size < 10.055f) {
    result = scaled_erfc(size);
  } else {
    const float inverse = quotient_approx(0.25f, size * 0.25f);
    result = (inverse * 0.5641896f) * polynomial(inverse * inverse, 6.5625f, -1.875f, 0.75f, -0.5f, 1.0f);
  }
  if (!(x < 0.0f)) return result;
  const float square = cut_off(static_cast<double>(size) * static_cast<double>(size));
  const Exponential e(square, 0.00572498f, 1.442695f, 1.925963e-8f);
  const float twice = fma(e.power, e.scale, e.power * e.scale);
  return twice == inf ? twice : fma(twice, fma(size, size, -square), twice) - result;
}

// ---- their inverses ----

// By log2(1 - x^2), times x.
inline float inverse_erf_slope(float log) {
  return polynomial(log, -2.5172708e-10f, 9.427429e-9f, -1.2054753e-7f, 2.1697005e-7f, 8.0621485e-6f, -3.1675492e-5f,
                    -0.0007743631f, 0.005546588f, 0.16082023f, 0.8862269f);
}
inline float device_erfinvf(float x) {
  const float log = lg2_approx_ftz(fma(x, -x, 1.0f)), size = -log;
  if (!(log < -8.2f)) return inverse_erf_slope(size) * x;
  const float inverse = rsqrt_approx_ftz(size);
  const float tail = (inverse * size) *
                     polynomial(inverse, -0.5899144f, -0.6630042f, 1.5970111f, -0.67521554f, -0.09522479f, 0.83535343f);
  return with_sign_of(x, log == -inf ? size : tail);
}
inline float device_erfcinvf(float x) {
  const float other = 2.0f + -x;
  if (x >= 0.0034f && x <= 1.9966f) {
    const float slope = inverse_erf_slope(-lg2_approx_ftz(other * x));
    return fma(slope, -x, slope);
  }
  const bool upper = x > 1.0f;
  const float log = lg2_approx(upper ? other : x), size = -log, inverse = rsqrt_approx_ftz(size);
  const float root = log == -inf ? size : inverse * size;
  return polynomial(inverse, -63.113224f, 127.48469f, -114.10568f, 60.325787f, -21.789892f, 6.467409f, -1.8329474f,
                    -0.030327775f, 0.83287746f) *
         (upper ? -root : root);
}

// ---- the normal distribution ----

inline float device_normcdff(float x) {
  const float clamped = abs(x) > 14.5f ? with_sign_of(x, 14.5f) : x;
  const float scaled = clamped * -0.70710677f;
  const float rest = fma(clamped, -1.21016175e-8f, fma(clamped, -0.70710677f, -scaled));
  const float argument = scaled + rest;
  float result = device_erfcf(argument);
  if (clamped < -1.0f) result = fma((argument * -2.0f) * result, (scaled - argument) + rest, result);
  return result * 0.5f;
}
inline float device_normcdfinvf(float x) {
  return fma(-1.4142135f, device_erfcinvf(x + x), 0.0f);
}

// ---- gamma functions ----

inline float device_lgammaf(float x) {
  const float size = abs(x);
  float result;
  if (size >= 7.8f) {  // Stirling's series
    const float inverse = rcp_approx_ftz(size), half_log = device_logf(size) * 0.5f;
    const float product = half_log * (size + -0.5f);
    const float series =
        fma(polynomial(inverse * inverse, 0.00077783066f, -0.0027776554f, 0.083333276f), inverse, 0.9189385f);
    result = size == inf ? size : (product - size) + (product + series);
  } else if (size >= 3.0f) {
    const float t = size + -3.0f;
    const float numerator = polynomial(t, -748.8903f, -12349.742f, -41061.375f, -48310.664f, -143033.4f);
    const float divisor = polynomial(t, t + -259.25098f, -10777.18f, -92685.05f, -206353.58f);
    result = fma(numerator, rcp_approx_ftz(divisor), t);
  } else if (size >= 1.5f) {
    const float t = size + -2.0f;
    result = t * polynomial(t, 4.9598493e-5f, -0.00022089484f, 0.00054131425f, -0.001204517f, 0.0028842518f,
                            -0.007382758f, 0.02058132f, -0.06735249f, 0.32246703f, 0.42278433f);
  } else if (size >= 0.7f) {
    const float t = 1.0f - size;
    result = t * polynomial(t, 0.045882665f, 0.10373967f, 0.122803636f, 0.12752421f, 0.14321668f, 0.16934358f,
                            0.20740794f, 0.2705875f, 0.40068543f, 0.82246697f, 0.5772157f);
  } else {
    const float factor = polynomial(size, 0.0035875156f, -0.0054712854f, -0.044627126f, 0.1673177f, -0.04213598f,
                                    -0.6558673f, 0.5772154f);
    result = -device_logf(fma(size * factor, size, size));
  }
  if (!(x < 0.0f)) return result;
  if (size == __builtin_floorf(size)) return inf;
  if (size < 1e-19f) return -device_logf(size);
  // Reflected: log(pi / (|x| sin(pi |x|))) - lgamma(|x|)
  const float quarters = nearest(size + size);
  const float rest = fma(-quarters, 0.5f, size) * 3.1415927f;
  const float product = size * abs(sine({rest, to_int(quarters)}));
  const float log = product == 0.0f ? inf : 1.1447299f - device_logf(product);
  return fma(log, 1.0f, -result);
}

inline float gamma_near_zero(float x) {
  const float r = x == 0.0f ? x : x - nearest(x);
  float factor = x < -0.5f ? x : 1.0f;
  if (x <= 0.5f) factor = factor * r;
  const float series = polynomial(r, -0.0010728657f, 0.0071110534f, -0.009643719f, -0.042180188f, 0.1665409f,
                                  -0.04200365f, -0.6558782f, 0.5772157f);
  return quotient_approx(1.0f, fma(fma(series, factor, 0.0f), r, factor));
}
inline float gamma_by_stirling(float x) {
  const bool negative = x < 0.0f;
  const float clamped = abs(x) > 41.1f ? 41.1f : x, size = abs(clamped);
  // 2^(log2(size) (size - 1/2) - log2(e) size), the exponent in two floats
  const LongLog log = long_log2(size, 0.0f);
  const float power = size + -0.5f, product = log.high * power;
  const float other = -(1.442695f * size), difference = product + other, back = -(difference + -other);
  const float low =
      (fma(log.low, power, fma(log.high, power, -product)) - fma(1.925963e-8f, size, fma(1.442695f, size, other))) +
      ((product + back) + (other + -(difference + back)));
  const bool huge = size > 33.0f;
  const float exponent = negative ? (huge ? 48.0f : -0.0f) - difference : difference;
  const float whole_part = nearest(exponent);
  const float rest = (exponent - whole_part) + (negative ? -low : low);
  const float factor = scaled_exp2(rest, whole_part) * 2.5066283f;
  const float inverse = rcp_approx_ftz(size);
  const float series = inverse * polynomial(inverse, 6.8413916e-5f, -5.0603267e-5f, -0.00042276637f, 0.0009921414f,
                                            -0.00027855477f, -0.002674901f, 0.0034718034f, 0.08333334f);
  if (!negative) return fma(series, factor, factor);
  const float quarters = nearest(size + size);
  const float sine = turned(fma(quarters, -0.5f, size), static_cast<unsigned>(to_int(quarters)));
  const float divisor = fma(series, clamped, clamped), denominator = divisor * sine;
  const float quotient = quotient_approx(1.0f, denominator);
  const float error = factor * (fma(divisor, sine, -denominator) * (quotient * quotient));
  const float result = fma(factor, quotient, -error) * 0.5f;
  return huge ? result * 0x1p-48f : result;
}
inline float device_tgammaf(float x) {
  if (abs(x) >= 1.5f && !(x < 0.0f)) return gamma_by_stirling(x);
  const float result = abs(x) >= 1.5f ? gamma_by_stirling(x) : gamma_near_zero(x);
  if (!(x < 0.0f)) return result;
  if (whole(x) == x) return std::numeric_limits<float>::quiet_NaN();
  return x < -41.1f && (to_int(whole(x)) & 1) ? 0.0f : result;
}

}  // namespace
}  // namespace cuda_emulator
