// Error functions, the normal distribution and gamma functions of doubles.
#pragma once
#include "double_exponentials.hpp"
#include "double_roots.hpp"
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

inline double device_erfcx(double x) {
  double result;
  if (abs(upper_as_float(x)) < 3.0f) {
    result = scaled_erfc(abs(x));
  } else {
    const double quotient = 1.0 / x;
    result =
        (quotient * 0.5641895835477563) * polynomial(quotient * quotient, -29.53125, 6.5625, -1.875, 0.75, -0.5, 1.0);
  }
  if (upper(x) >= 0) return result;
  const double square = x * x, power = device_exp(square), twice = power + power;
  return twice == inf_64 ? twice : fma(twice, fma(x, x, -square), twice) - result;
}

// ---- their inverses ----

// log x by one series, for x > 0.
inline double short_log(double x) {
  const std::uint32_t high = static_cast<std::uint32_t>(upper(x));
  const double m = joined((high & 0x801fffffu) | 0x3fe00000u, static_cast<std::uint32_t>(lower(x)));
  const double k = static_cast<double>(static_cast<int>(high >> 20 & 2046) - 1022);
  const double less = m + -1.0, divisor_inverse = inverse(m + 1.0), first = less * divisor_inverse;
  const double q = fma(fma(-first, less, fma(-2.0, first, less)), divisor_inverse, first), square = q * q;
  const double series =
      square * polynomial(square, 0.08504880051574228, 0.04172484912686076, 0.06052472622047064, 0.06650560670418708,
                          0.076932741976622, 0.09090872239478873, 0.11111111976824838, 0.14285714274058975,
                          0.20000000000077559, 0.33333333333333154);
  const double half = fma(series, q, q);
  return fma(k, log_2, half + half);
}
// By log(1 - x^2), times x.
inline double inverse_erf_slope(double log) {
  return polynomial(-3.125 - log, -3.64441206401782e-21, -1.6850591381820166e-19, 1.28584807152564e-18,
                    1.1157877678025181e-17, -1.333171662854621e-16, 2.0972767875968562e-17, 6.637638134358324e-15,
                    -4.054566272975207e-14, -8.151934197605472e-14, 2.6335093153082323e-12, -1.2975133253453532e-11,
                    -5.415412054294628e-11, 1.0512122733215323e-09, -4.112633980346984e-09, -2.9070369957882005e-08,
                    4.2347877827932404e-07, -1.3654692000834679e-06, -1.3882523362786469e-05, 0.00018673420803405714,
                    -0.000740702534166267, -0.006033670871430149, 0.24015818242558962, 1.6536545626831027);
}
inline double device_erfinv(double x) {
  if (!(abs(upper_as_float(x)) < 1.875f)) return x != x ? x : abs(x) == 1.0 ? x * inf_64 : not_a_number;
  const double log = short_log(fma(x, -x, 1.0));
  if (static_cast<std::uint32_t>(upper(log)) < 0xc0190000u) return inverse_erf_slope(log) * x;
  const double root = __builtin_sqrt(-log);
  if (upper(root) < 0x40100000) {
    return x * polynomial(root + -3.25, 2.2137376921775787e-09, 9.075656193888539e-08, -2.7517406297064545e-07,
                          1.8239629214389228e-08, 1.5027403968909828e-06, -4.013867526981546e-06,
                          2.9234449089955446e-06, 1.2475304481671779e-05, -4.7318229009055734e-05,
                          6.828485145957318e-05, 2.4031110387097894e-05, -0.0003550375203628475, 0.0009532893797373805,
                          -0.0016882755560235047, 0.002491442096107851, -0.003751208507569241, 0.005370914553590064,
                          1.0052589676941592, 3.0838856104922208);
  }
  return x * polynomial(root + -5.0, -2.7109920616438573e-11, -2.555641816996525e-10, 1.5076572693500548e-09,
                        -3.789465440126737e-09, 7.61570120807834e-09, -1.496002662714924e-08, 2.914795345090108e-08,
                        -6.771199775845234e-08, 2.2900482228026655e-07, -9.9298272942317e-07, 4.526062597223154e-06,
                        -1.968177810553167e-05, 7.599527703001776e-05, -0.00021503011930044477, -0.00013871931833623122,
                        1.0103004648645344, 4.849906401408584);
}
inline double device_erfcinv(double x) {
  const double other = 2.0 + -x;
  if (x >= 0.0009656933499369108 && x <= 1.999034306650063) {
    const double slope = inverse_erf_slope(short_log(other * x));
    return fma(slope, -x, slope);
  }
  const bool upper_half = upper(x) > 0x3fefffff;
  const double tail = upper_half ? other : x;
  double result;
  if (upper_as_float(tail) >= 6.110554e-13f) {
    const double r = inverse_root(-short_log(tail));
    const double numerator =
        polynomial(r, 0.8722086652537561, 2.0785659791501603, 3.05788606328103, 3.433547754237851, 1.2068239635789821,
                   0.14033373337606694, 0.005338365518029045, 5.1217434951970566e-05);
    result = numerator /
             (r * polynomial(r, r + 2.2387999676904644, 4.279921171209963, 4.407122201553097, 3.6633748801179196,
                             1.2187093791443073, 0.1404911872948574, 0.005338482464667147, 5.121723638870252e-05));
  } else {
    const double r = device_rsqrt(-device_log(tail));
    const double numerator = polynomial(r, 0.7775955730008021, 1.6328311797427437, 0.41796327487734297,
                                        0.023330972813256093, 0.0002610582224071647);
    result = numerator / (r * polynomial(r, r + 1.3497521990745058, 1.6818595730303654, 0.4187565743603761,
                                         0.023331573970655654, 0.0002610572869696108));
  }
  return upper_half ? -result : result;
}

// ---- the normal distribution ----

inline double device_normcdf(double x) {
  const double clamped = abs(x) > 38.5 ? with_sign_of(x, 38.5) : x, scaled = clamped * -0.7071067811865476;
  const double rest = fma(clamped, 4.833646656726457e-17, fma(clamped, -0.7071067811865476, -scaled));
  const double argument = scaled + rest;
  double result = device_erfc(argument);
  if (static_cast<std::uint32_t>(upper(clamped)) >= 0xbff00001u) {
    result = fma((argument * -2.0) * result, (scaled - argument) + rest, result);
  }
  return result * 0.5;
}
inline double device_normcdfinv(double x) {
  const double result = device_erfcinv(x + x);
  return fma(-1.414213562373095, result, result * -1.2537167179050217e-16) + 0.0;
}

// ---- gamma functions ----

inline double lgamma_of_positive(double x) {
  if (upper(x) > 0x401fffff) {  // Stirling's series
    if (x == inf_64) return x;
    const double quotient = inverse(x), half_log = shifted(device_log(x), -1), power = x + -0.5;
    const double series = fma(polynomial(quotient * quotient, -0.001633436431, 0.00083645878922, -0.0005951896861197,
                                         0.000793650576493454, -0.00277777777735865, 0.0833333333333331),
                              quotient, 0.918938533204672);
    return fma(half_log, power, series) + fma(half_log, power, -x);
  }
  if (upper(x) > 0x4007ffff) {
    const double t = x + -3.0;
    const double numerator =
        polynomial(t, -4024.1264274412556, -297693.796998962, -6383670.876825288, -55780721.45765393,
                   -224585140.67147923, -470690608.5291251, -762587065.363263, -971405112.4771132);
    return t + numerator / polynomial(t, t + -1022.7724835987317, -134815.35061795448, -4643211.888143436,
                                      -64801110.602554254, -419763847.78743136, -1256299260.1800072,
                                      -1401441338.464917);
  }
  if (upper(x) > 0x3ff7ffff) {
    const double t = x + -2.0;
    return t * polynomial(t, 9.848392830763106e-09, -6.697438504834665e-08, 2.1656514888001145e-07,
                          -4.861702757815753e-07, 9.779620974011144e-07, -2.030412875747918e-06, 4.361197258053646e-06,
                          -9.438293108664466e-06, 2.0510687849664422e-05, -4.4927138374210844e-05, 9.94570466342226e-05,
                          -0.00022315458955923844, 0.0005096695591496374, -0.001192753926491623, 0.002890510329368155,
                          -0.007385551028068117, 0.020580808427812125, -0.06735230105320737, 0.32246703342411304,
                          0.4227843350984672);
  }
  if (upper(x) > 0x3fe66665) {
    const double t = 1.0 - x;
    return t * polynomial(t, 0.011778691151933113, 0.03890467474135223, 0.05900457113620499, 0.06021433052543444,
                          0.05616527089648392, 0.05750527551934614, 0.06210619734473207, 0.06676147245325219,
                          0.0714856037245421, 0.07693112513133471, 0.08335031297149463, 0.09095382889911828,
                          0.10009959154632231, 0.11133427814173451, 0.12550966661346288, 0.14404989645770416,
                          0.1695571770314816, 0.20738555103218212, 0.27058080842760035, 0.40068563438651705,
                          0.8224670334241135, 0.5772156649015329);
  }
  const double factor =
      polynomial(x, -9.04051686831358e-08, 7.068142249693493e-07, -3.8070215463790283e-07, -2.128808921893161e-05,
                 0.0001291084703071562, -0.00021593281521538658, -0.0011648432438853848, 0.007218834330444707,
                 -0.009621945795142296, -0.042197738699288445, 0.16653861181368246, -0.042002635060682,
                 -0.6558780715194275, 0.5772156649015239);
  return -device_log(fma(factor * x, x, x));
}
inline double device_lgamma(double x) {
  if (x != x) return x + x;
  const double size = abs(x), result = lgamma_of_positive(size);
  if (upper(x) >= 0) return result;
  if (size == whole(size)) return inf_64;
  if (upper(size) < 0x3c000000) return -device_log(size);
  const auto [rest, quarters] = reduced_half_turns(size);
  return device_log(3.141592653589793 / (size * abs(turned(rest, quarters)))) - result;
}

// 1 / (t gamma(t)) for a small t.
inline double inverse_gamma_factor(double t) {
  return polynomial(t, 5.6127524987199165e-09, -2.009042651834998e-07, 1.1329142825413717e-06, -1.2522675054285835e-06,
                    -2.0134752277265405e-05, 0.00012805062037740884, -0.00021524169706963982, -0.0011651676262863868,
                    0.007218943248964928, -0.00962197152607982, -0.04219773455564866, 0.1665386113822502,
                    -0.04200263503409351, -0.6558780715202536, 0.5772156649015329, 1.0);
}
// What Stirling's formula lacks, times factor.
inline double stirling(double x, double factor) {
  const double quotient = inverse(x);
  const double series = quotient * polynomial(quotient, -0.002532430896981432, 0.004824033590183204,
                                              -0.0033551299233348037, 0.0003304692780897059, 0.0008100461863822245,
                                              -4.975363348787319e-05, -0.0005922109240594148, 6.972410815736525e-05,
                                              0.0007840396270128382, -0.00022947210967191528, -0.0026813271601764392,
                                              0.0034722222222193094, 0.08333333333333334);
  return fma(series, factor, factor);
}
inline double gamma_of_positive(double x) {
  const float size = upper_as_float(x);
  if (!(size < 2.25f)) {  // 4
    if (x >= 171.62437695630274) return inf_64;
    const LongLogarithm exponent = times(long_log(x), x + -0.5);
    const double high = exponent.high - x, low = exponent.low + ((exponent.high - high) - x), sum = high + low;
    const double power = device_exp(sum), better = fma(low + (high - sum), power, power);
    return stirling(x, fma(better, 2.5066282746310007, better * -1.8328579980459167e-16));
  }
  constexpr float limits[] = {2.1875f, 2.0625f, 1.9375f};
  double product = 1.0, t = x;
  for (const float limit : limits) {
    if (!(size >= limit)) continue;
    product = fma(t, product, -product);
    t += -1.0;
  }
  if (size >= 1.75f) return product / inverse_gamma_factor(t + -1.0);
  return product / (inverse_gamma_factor(t) * x);
}
inline double gamma_of_negative(double x) {
  const float size = upper_as_float(x);
  if (whole(x) == x) return not_a_number;
  if (size > -2.25f) {
    constexpr float limits[] = {-2.1875f, -2.0625f, -1.9375f, -1.75f};
    double product = x, t = x;
    for (const float limit : limits) {
      if (size > limit) continue;
      product = fma(t, product, product);
      t += 1.0;
    }
    return 1.0 / (product * inverse_gamma_factor(t));
  }
  if (!(size > -3.6113281f)) {
    const double below = __builtin_floor(x), half = __builtin_floor(below * 0.5);
    return below - (half + half) == 1.0 ? -0.0 : 0.0;
  }
  // Reflected
  const auto [rest, quarters] = reduced_half_turns(x);
  const double sine = turned(rest, quarters), magnitude = abs(x);
  const auto [n, r] = reduced_by_log_2(magnitude);
  const double power = exp_near_zero(r) * power_of_two(n);
  const double quotient =
      fma(power, 1.2533141373155003, power * -9.164289990229583e-17) / (magnitude * stirling(magnitude, sine));
  const bool huge = size <= -3.529541f;
  const double exponent = magnitude + -0.5;
  const double result = power_of_positive(magnitude, -(huge ? shifted(exponent, -1) : exponent));
  return result * (huge ? quotient * result : quotient);
}
inline double device_tgamma(double x) {
  if (x != x) return x + x;
  return x < 0.0 ? gamma_of_negative(x) : gamma_of_positive(x);
}

}  // namespace
}  // namespace cuda_emulator
