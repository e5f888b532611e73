// Exponentials, logarithms, powers and hyperbolic functions of doubles.
#pragma once
#include "arithmetic.hpp"

namespace cuda_emulator {
namespace {

// ---- exponentials ----

// Added to a number below 2^51, it leaves the nearest integer in the lower half.
constexpr double integer_maker = 6755399441055744.0;
constexpr double log_2 = 0.6931471805599453, log_2_rest = 2.3190468138462996e-17, log2_e = 1.4426950408889634;

// e^r for a small r.
inline double exp_near_zero(double r) {
  return polynomial(r, 2.502232253650299e-08, 2.763090348817311e-07, 2.755751454588244e-06, 2.4801491039099165e-05,
                    0.00019841269589115497, 0.001388888894591638, 0.008333333333455043, 0.041666666666519754,
                    0.16666666666666477, 0.5000000000000012, 1.0, 1.0);
}
// x = n ln 2 + r
struct Reduced {
  int n;
  double r;
};
inline Reduced reduced_by_log_2(double x) {
  const double sum = fma(x, log2_e, integer_maker), n = sum + -integer_maker;
  return {lower(sum), fma(n, -log_2_rest, fma(n, -log_2, x))};
}
// mantissa * 2^n where neither may be in range.
inline double scaled_twice(double mantissa, int n) {
  const int half = n / 2;
  return shifted(mantissa, half) * power_of_two(n - half);
}
// The result of an exponential: the limits are the arguments from which two steps are used, and from which none.
inline double scaled(double x, double mantissa, int n, float two_steps, float none) {
  const float size = abs(upper_as_float(x));
  if (size < two_steps) return shifted(mantissa, n);
  if (size < none) return scaled_twice(mantissa, n);
  return x != x ? x + x : x < 0.0 ? 0.0 : inf_64;
}

inline double device_exp(double x) {
  const auto [n, r] = reduced_by_log_2(x);
  return scaled(x, exp_near_zero(r), n, 4.191793f, 4.227539f);
}
inline double device_exp2(double x) {
  const double sum = x + integer_maker, fraction = x - (sum + -integer_maker);
  const double r = fma(fraction, log_2, fraction * log_2_rest);
  return scaled(x, exp_near_zero(r), lower(sum), 4.498047f, 4.5249023f);
}
inline double device_exp10(double x) {
  const double sum = fma(x, 3.321928094887362, integer_maker), n = sum + -integer_maker;
  const double fraction = fma(n, 2.8037281277851704e-18, fma(n, -0.3010299956639812, x));
  const double r = fma(fraction, 2.302585092994046, fraction * -2.1707562233822494e-16);
  return scaled(x, exp_near_zero(r), lower(sum), 3.800442f, 3.8160229f);
}

// e^r 2^n - one, where one is 1, or a half that stands for it.
inline double exp_less_one(double r, int n, double one) {
  const bool last = n == 1024;  // 2^1024 is too large, twice 2^1023 may not be
  const double power = power_of_two(last ? n - 1 : n);
  const double series =
      polynomial(r, 2.0900320002536536e-09, 2.5118162590908232e-08, 2.7557338697780046e-07, 2.755722422687505e-06,
                 2.4801587233770713e-05, 0.00019841269897009385, 0.0013888888888929842, 0.008333333333321891,
                 0.04166666666666661, 0.1666666666666667, 0.5);
  const double result = fma(fma(r * series, r, r), power, power - one);
  return last ? result + result : result;
}
inline double device_expm1(double x) {
  const float size = upper_as_float(x);
  if (!(size < 4.193147f && size > -3.1640625f)) return x != x ? x + x : x < 0.0 ? -1.0 : inf_64;
  const std::uint32_t magnitude = static_cast<std::uint32_t>(upper(x)) << 1;
  if (magnitude == 0) return x;
  if (magnitude < 0x7fb3e647u) return exp_less_one(x, 0, 1.0);
  const auto [n, r] = reduced_by_log_2(x);
  return exp_less_one(r, n, 1.0);
}

// ---- logarithms ----

// x = m 2^k, m between the roots of a half and of two; q = 2 (m - 1) / (m + 1), and the quotient's rounding error.
struct LogQuotient {
  double k, q, square, lost;
};
inline LogQuotient log_quotient(double x) {
  int k = -1023;
  if (upper(x) <= 0xfffff) {
    x *= 0x1p54;
    k = -1077;
  }
  k += static_cast<int>(static_cast<std::uint32_t>(upper(x)) >> 20);
  double m =
      joined((static_cast<std::uint32_t>(upper(x)) & 0x800fffffu) | 0x3ff00000u, static_cast<std::uint32_t>(lower(x)));
  if (upper(m) >= 0x3ff6a09f) {
    m = shifted(m, -1);
    ++k;
  }
  const double divisor_inverse = inverse(m + 1.0), less = m + -1.0;
  const double product = less * divisor_inverse, q = fma(less, divisor_inverse, product), gap = less - q;
  return {static_cast<double>(k), q, q * q, divisor_inverse * fma(-q, less, gap + gap)};
}
inline bool is_positive_number(double x) {
  return upper(x) > 0xfffff ? upper(x) < 0x7ff00000 : upper(x) >= 0 && x != 0.0;
}
inline double device_log(double x) {
  if (!is_positive_number(x)) return x == 0.0 ? -inf_64 : fma(x, inf_64, inf_64);
  const auto [k, q, square, lost] = log_quotient(x);
  const double series = square * polynomial(square, 1.0263276909458365e-06, 4.036488625710656e-06,
                                            1.8784407018835667e-05, 8.877807196497797e-05, 0.00043402779293201976,
                                            0.0022321428567665586, 0.012500000000004514, 0.08333333333333331);
  const double sum = fma(k, log_2, q), carried = fma(-k, log_2, sum) - q;
  return sum + fma(k, log_2_rest, fma(series, q, lost) - carried);
}
inline double device_log2(double x) {
  const double log = device_log(x);
  return fma(log, log2_e, log * 2.0355273740931033e-17);
}
inline double device_log10(double x) {
  const double log = device_log(x);
  return fma(log, 0.4342944819032518, log * 1.098319650216765e-17);
}
inline double device_log1p(double x) {
  const float size = upper_as_float(x);
  if (!(size < 1.7916666f && size > -1.6999999f)) return device_log(x + 1.0);
  const double correction = (x / (x + 2.0)) * x, q = x - correction, square = q * q;
  const double series = square * polynomial(square, 1.1592593968945531e-06, 3.941356435158717e-06,
                                            1.881270924625768e-05, 8.87736089951566e-05, 0.0004340281868625582,
                                            0.0022321428379086373, 0.012500000000436613, 0.08333333333332996);
  return fma(series, q, -correction) + x;
}

// ---- powers ----

// log x for x > 0 as the sum of two doubles.
struct LongLogarithm {
  double high, low;
};
inline LongLogarithm long_log(double x) {
  const auto [k, q, square, lost] = log_quotient(x);
  constexpr double twelfth = 0.08333333333333333;
  const double series =
      polynomial(square, 1.0109501899597673e-06, 4.043636205277137e-06, 1.8783065870784382e-05, 8.877820186630203e-05,
                 0.0004340277860504996, 0.002232142856960391, 0.012500000000001945);
  const double factor = fma(series, square, twelfth);
  const double factor_rest = (fma(square, series, twelfth - factor) + 0.0) + -2.4550373211645616e-18;
  const double factor_sum = factor + factor_rest, factor_low = factor_rest + (factor - factor_sum);
  // The third power of q + lost, in two doubles, times the factor
  const double cube = square * q;
  const double square_low = fma(q, shifted(lost, 1), fma(q, q, -square));
  const double cube_low = fma(square_low, q, fma(square, lost, fma(square, q, -cube)));
  const double tail = factor_sum * cube;
  const double tail_low = fma(factor_low, cube, fma(factor_sum, cube_low, fma(factor_sum, cube, -tail)));
  const double tail_sum = tail + tail_low, first = q + tail_sum;
  const double first_low = lost + ((tail_low + (tail - tail_sum)) + (tail_sum + (q - first)));
  const double log_fraction = first + first_low;
  const double log = fma(k, log_2, log_fraction), carried = fma(-k, log_2, log) - log_fraction;
  const double log_low = fma(k, log_2_rest, (first_low + (first - log_fraction)) - carried);
  const double sum = log + log_low;
  return {sum, log_low + (log - sum)};
}
// A logarithm times a number, in two doubles.
inline LongLogarithm times(LongLogarithm log, double y) {
  const double product = log.high * y;
  const double product_low = fma(log.low, y, fma(log.high, y, -product)), sum = product + product_low;
  return {sum, product_low + (product - sum)};
}
// x^y for x > 0.
inline double power_of_positive(double x, double y) {
  // An enormous y is reduced, so that nothing overflows before the end.
  const std::uint32_t y_upper = static_cast<std::uint32_t>(upper(y));
  if ((y_upper << 1) > 0xfdffffffu) y = joined(y_upper & 0xff0fffffu, static_cast<std::uint32_t>(lower(y)));
  const LongLogarithm exponent = times(long_log(x), y);
  const double result = device_exp(exponent.high);
  return abs(result) == inf_64 ? result : fma(result, exponent.low, result);
}
inline double device_pow(double x, double y) {
  if (x == 1.0 || y == 0.0) return 1.0;
  if (x != x || y != y) return x + y;
  const double size = abs(x);
  const bool integer = whole(y) == y, odd = integer && whole(y * 0.5) * 2.0 != y && abs(y) != inf_64;
  if (x == 0.0 || size == inf_64) {
    if (abs(y) == inf_64) return (size == inf_64) == (y > 0.0) ? inf_64 : 0.0;
    const double result = (size == inf_64) == (y > 0.0) ? inf_64 : 0.0;
    return odd ? with_sign_of(x, result) : result;
  }
  if (abs(y) == inf_64) return x == -1.0 ? 1.0 : (size > 1.0) == (y > 0.0) ? inf_64 : 0.0;
  const double result = power_of_positive(size, y);
  if (x > 0.0) return result;
  return !integer ? not_a_number : odd ? -result : result;
}

// ---- hyperbolic functions and their inverses ----

// (e^r - 1 - r) / r^2 by the series of tanh and erf.
inline double exp_tail(double r) {
  return polynomial(r, 2.506210197447926e-08, 2.762626470761021e-07, 2.7557381798574225e-06, 2.4801504596442702e-05,
                    0.00019841269746984988, 0.0013888888932264757, 0.008333333333377164, 0.041666666666573884,
                    0.16666666666666607, 0.5000000000000006);
}
inline double device_tanh(double x) {
  const double size = abs(x);
  if (!(size >= 0.6554117889404296)) {
    const double square = x * x;
    return fma(polynomial(square, -1.596017517389285e-05, 7.709297689027866e-05, -0.00022870121144856145,
                          0.000586488194620488, -0.001455047543504545, 0.0035920144108182715, -0.008863225224458907,
                          0.021869487987893173, -0.05396825395322091, 0.1333333333331715, -0.33333333333333304, 0.0),
               x, x);
  }
  if (static_cast<std::uint32_t>(upper(size)) > 0x40330fc1u) return with_sign_of(x, 1.0);
  const double twice = size + size;
  const float n = nearest(static_cast<float>(twice) * 1.442695f);
  const double r = fma(-static_cast<double>(n), log_2, twice);
  const double power = static_cast<double>(ex2_approx_ftz(n));
  const double divisor = 2.0 - fma(-fma(r * exp_tail(r), r, r), power, 1.0 - power);
  return with_sign_of(x, fma(2.0, -inverse(divisor), 1.0));
}
inline double device_sinh(double x) {
  const double size = abs(x);
  if (static_cast<std::uint32_t>(upper(size)) < 0x3ff00000u) {
    const double square = size * size;
    const double series =
        square * polynomial(square, 7.75874880215053e-13, 1.6057259768605444e-10, 2.5052123136725876e-08,
                            2.755731915707185e-06, 0.00019841269841431873, 0.008333333333333148, 0.16666666666666669);
    return with_sign_of(x, fma(series, size, size));
  }
  if (size >= 710.475860073944) return with_sign_of(x, inf_64);
  const auto [n, r] = reduced_by_log_2(size);
  const double half = exp_less_one(r, n - 1, 0.5);  // of e^|x| - 1
  return with_sign_of(x, half + half / fma(2.0, half, 1.0));
}
inline double device_cosh(double x) {
  const double size = abs(x);
  double half = size <= inf_64 ? inf_64 : x;
  if (static_cast<std::uint32_t>(upper(size)) < 0x408633cfu) {
    const auto [n, r] = reduced_by_log_2(size);
    const double quarter = shifted(exp_near_zero(r), n - 2);  // of e^|x|
    half = fma(inverse(quarter), 0.0625, quarter);
  }
  return half + half;
}
inline double device_asinh(double x) {
  const double size = abs(x), square = fma(x, x, 1.0);
  const bool large = static_cast<std::uint32_t>(upper(size)) > 0x43dfffffu;
  const double more = size * inverse(fma(square, inverse_root(square), 1.0));
  const double log = device_log1p(large ? size : fma(size, more, size));
  return with_sign_of(x, large ? log + log_2 : log);
}
inline double device_acosh(double x) {
  const double less = x + -1.0, square = fma(x, x, -1.0);
  const bool large = static_cast<std::uint32_t>(upper(less)) > 0x432fffffu;  // or negative
  const double more = large ? -1.0000000000000002 : upper(less) == 0 ? 0.0 : root(square);
  const double log = device_log1p(less + more);
  return large ? log + log_2 : log;
}
inline double device_atanh(double x) {
  const double size = abs(x);
  return with_sign_of(x, device_log1p((size + size) / (1.0 - size)) * 0.5);
}

}  // namespace
}  // namespace cuda_emulator
