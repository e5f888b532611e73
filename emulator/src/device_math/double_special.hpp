// Error functions, the normal distribution and gamma functions of doubles.
#pragma once
#include "double_exponentials.hpp"
#include "double_trigonometry.hpp"

namespace cuda_emulator {
namespace {

// ---- error functions ----

inline double device_erf(double x) {
  const double size = abs(x);
  if (size >= 5.9215871957945065) return with_sign_of(x, 1.0);
  // erf x = 1 - e^(-t), t = size + size * series
  const double series =
      polynomial(size, -3.642577040697121e-15, 1.636624707883456e-13, -3.4079297100747907e-12, 4.3555974045566826e-11,
                 -3.806599039253438e-10, 2.389211325400646e-09, -1.0909760903049583e-08, 3.508901186822047e-08,
                 -6.72032708005184e-08, -8.299332548682465e-09, 5.643145203798444e-07, -2.0278249778025215e-06,
                 3.1218939658311085e-06, 3.180046170354655e-06, -2.9583306728241582e-05, 6.442483232470452e-05,
                 2.590260570264615e-05, -0.0005901318195328236, 0.001696207528729842, -0.00020919483164788562,
                 -0.019128446995328407, 0.10277260330144233, 0.6366197723675876, 0.1283791670955126);
  const double t = fma(series, size, size), t_low = fma(series, size, size - t);
  const float n = nearest(static_cast<float>(t) * -1.442695f);
  const double r = fma(-static_cast<double>(n), log_2, -t);
  const double power = static_cast<double>(ex2_approx_ftz(n));
  const double exp_less_one = r + fma(r * exp_tail(r), r, -t_low);
  return with_sign_of(x, fma(-exp_less_one, power, 1.0 - power));
}

// e^(x^2) erfc(x) for x >= 0.
inline double scaled_erfc(double x) {
  const double divisor_inverse = inverse(x + 4.0), quotient = (x + -4.0) * divisor_inverse;
  const double t = fma(divisor_inverse, fma(-quotient, x, fma(-4.0, quotient + 1.0, x)), quotient);
  const double numerator =
      polynomial(t, -3.56026948268174e-10, -9.723912259144727e-09, -8.935022485164912e-09, 1.0404430921625484e-07,
                 5.880669858534126e-08, -8.214741492911691e-07, 3.095640985330624e-07, 5.708787184432565e-06,
                 -1.1231787437600085e-05, -2.439955885720019e-05, 0.00015062557169571788, -0.00019925637684786154,
                 -0.0007577742918278583, 0.005031969879259957, -0.016197733895953217, 0.03716751555301873,
                 -0.06633036582753243, 0.09373283499711554, -0.10103906603555676, 0.06809705425473514,
                 0.015379652102605428, -0.13962111684056291, 1.2329951186255526);
  const double other_inverse = inverse(fma(2.0, x, 1.0)), result = numerator * other_inverse;
  return fma(fma(x, result * -2.0, numerator) + -result, other_inverse, result);
}
inline double device_erfc(double x) {
  const double size = abs(x);
  if (!(size < inf_64)) return size == inf_64 ? (x < 0.0 ? 2.0 : 0.0) : x + x;
  double tail = 0.0;
  if (static_cast<std::uint32_t>(upper(size)) <= 0x403b4000u) {
    const double square = size * size;
    const auto [n, r] = reduced_by_log_2(-square);
    const double power = scaled_twice(exp_near_zero(r), n);
    tail = scaled_erfc(size) * fma(power, fma(-size, size, square), power);
  }
  return upper(x) < 0 ? 2.0 - tail : tail;
}

}  // namespace
}  // namespace cuda_emulator
