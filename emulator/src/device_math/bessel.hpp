// Bessel functions: of floats J and Y of orders 0 and 1, of both types I of orders 0 and 1.
#pragma once
#include "double_exponentials.hpp"
#include "float_exponentials.hpp"
#include "float_trigonometry.hpp"

namespace cuda_emulator {
namespace {

// ---- J and Y: polynomials about their zeros, far away a cosine with a phase of its own ----

// A place close to a zero, which is given in two parts.
inline float from_zero(float x, float zero, float rest) {
  return (x + zero) + rest;
}
// cos(angle - phase), the angle reduced before the phase is taken away.
inline float cosine_with_phase(float angle, float phase) {
  const auto [rest, quarters] = reduced(angle);
  const float shifted = rest + fma(static_cast<float>(quarters & 3), 1.5707964f, phase);
  const int n = to_int(shifted * 0.63661975f);
  const float q = static_cast<float>(n);
  return sine({fma(q, -7.5497894e-8f, fma(q, -1.5707963f, shifted)), n + 1});
}
inline float wave(float x, float factor, float angle, float phase) {
  return (factor * (rsqrt_approx(x) * 0.7978846f)) * cosine_with_phase(angle, phase);
}

inline float device_j0f(float x) {
  const float size = abs(x);
  if (size <= 8.0f) {
    const float t = from_zero(size, -2.4048254f, -1.087059e-7f);
    const float series = t * polynomial(t, -1.2470738e-15f, -7.6677725e-14f, 2.7150556e-12f, -6.028012e-12f,
                                        -4.2393267e-10f, 5.827638e-10f, 5.807784e-8f, 1.8003311e-9f, -5.4500733e-6f,
                                        -7.3432207e-6f, 0.0003017032f, 0.00077395444f, -0.0072834617f, -0.026668204f);
    return from_zero(size, -8.653728f, -3.8147792e-7f) * (from_zero(size, -5.520078f, 7.1934146e-8f) * series);
  }
  if (size == inf) return 0.0f;
  const float inverse = rcp_approx_ftz(size), square = inverse * inverse;
  const float angle = fma(polynomial(square, 1.1396495f, -0.20532675f, 0.06509174f, -0.12499999f), inverse, size);
  return wave(size, polynomial(square, 3.359288f, -0.5145227f, 0.10337057f, -0.062499724f, 1.0f), angle, -0.7853982f);
}
inline float device_j1f(float x) {
  const float size = abs(x);
  float result = 0.0f;
  if (size <= 8.0f) {
    const float t = from_zero(size, -3.831706f, 7.685059e-8f);
    const float series = polynomial(t, 7.780649e-14f, 9.219086e-13f, -2.5706883e-11f, -2.0179057e-10f, 4.5125277e-9f,
                                    2.701629e-8f, -5.347797e-7f, -2.3602763e-6f, 4.121081e-5f, 0.00011917029f,
                                    -0.0018075588f, -0.0025548928f, 0.03301389f);
    result = size * (t * (from_zero(size, -7.015587f, 1.8321172e-7f) * series));
  } else if (size != inf) {
    const float inverse = rcp_approx_ftz(size), square = inverse * inverse;
    const float angle = fma(polynomial(square, -1.5799448f, 0.36148587f, -0.16401261f, 0.3749999f), inverse, size);
    result =
        wave(size, polynomial(square, -4.0873065f, 0.74987656f, -0.19291565f, 0.18749826f, 1.0f), angle, -2.3561945f);
  }
  if (x < 0.0f) result = -result;
  return size < 1e-30f ? with_sign_of(x, result) : result;
}
inline float device_y0f(float x) {
  if (x < 0.0f) return std::numeric_limits<float>::quiet_NaN();
  x = abs(x);
  if (x <= 0.4467885f) {
    const float series =
        polynomial(x * x, 1.0239759e-7f, -9.494301e-6f, 0.0005386025f, -0.016073968f, 0.17760602f, -0.0738043f);
    return fma(device_logf(x) * 0.63661975f, device_j0f(x), series);
  }
  if (x <= 1.9256277f) {
    const float t = from_zero(x, -0.893577f, 1.3357979e-8f);
    return t * polynomial(t, 0.02707324f, -0.12728614f, 0.24919428f, -0.2733353f, 0.2146552f, -0.18043898f, 0.18990822f,
                          -0.20543173f, 0.2196817f, -0.2261401f, 0.22052875f, -0.4920782f, 0.87942094f);
  }
  if (x <= 5.521865f) {
    const float t = from_zero(x, -3.9576783f, -1.0129118e-7f);
    return t * polynomial(t, -1.8800073e-7f, -2.0689195e-7f, -3.976793e-6f, 5.0848408e-5f, 0.00019341275f,
                          -0.0021835594f, -0.0068510985f, 0.058523852f, 0.05085558f, -0.40254268f);
  }
  if (x <= 8.654198f) {
    const float t = from_zero(x, -7.086051f, -7.305812e-8f);
    return t * polynomial(t, 5.394503e-7f, 2.53101e-6f, -4.5855297e-5f, -0.00014028202f, 0.0021758752f, 0.003318121f,
                          -0.048024025f, -0.021175193f, 0.3000976f);
  }
  if (x == inf) return 0.0f;
  const float inverse = rcp_approx_ftz(x), square = inverse * inverse;
  const float angle = fma(polynomial(square, 1.1000177f, -0.20393032f, 0.065077804f, -0.12499996f), inverse, x);
  return wave(x, polynomial(square, -0.39924583f, 0.10197055f, -0.062492687f, 1.0f), angle, -2.3561945f);
}
inline float device_y1f(float x) {
  if (x < 0.0f) return std::numeric_limits<float>::quiet_NaN();
  x = abs(x);
  if (x < smallest_normal) return -0.63661975f / x;
  if (x <= 1.6985707f) {
    const float series =
        polynomial(x * x, 8.637198e-9f, -9.92087e-7f, 7.164214e-5f, -0.0029553052f, 0.05434869f, -0.1960571f);
    return fma(series, x, fma(device_j1f(x), device_logf(x), -1.0f / x) * 0.63661975f);
  }
  if (x <= 3.8134112f) {
    const float t = from_zero(x, -2.1971414f, 8.288927e-8f);
    return t * polynomial(t, -1.6437198e-5f, 0.00012807001f, -0.0004590381f, 0.0010938945f, -0.0026312035f,
                          0.007426973f, -0.0047923904f, -0.03285841f, -0.11851477f, 0.5207864f);
  }
  if (x <= 7.0128436f) {
    const float t = from_zero(x, -5.429681f, -2.1651435e-7f);
    return t * polynomial(t, 2.2158844e-8f, -5.0902725e-7f, -2.854159e-6f, 4.637056e-5f, 0.0001466092f, -0.0021659129f,
                          -0.0041601104f, 0.05094791f, 0.031338677f, -0.34031805f);
  }
  if (x <= 10.17258f) {
    const float t = from_zero(x, -8.596005f, -4.2857286e-7f);
    return t * polynomial(t, 5.250842e-7f, 1.9455433e-6f, -4.3719487e-5f, -0.00010394055f, 0.0020113946f, 0.0024177686f,
                          -0.043406386f, -0.015789848f, 0.27145988f);
  }
  if (x == inf) return 0.0f;
  const float inverse = rcp_approx_ftz(x), square = inverse * inverse;
  const float angle = fma(polynomial(square, -1.7881368f, 0.36611685f, -0.16404507f, 0.37499997f), inverse, x);
  return wave(x, polynomial(square, 0.6503811f, -0.19206071f, 0.18749522f, 1.0f), angle, -3.9269907f);
}

// ---- I: a series, far away e^x over the root of x ----

inline float device_cyl_bessel_i0f(float x) {
  const float size = abs(x);
  if (!(size >= 9.0f && size < inf)) {
    return polynomial(size * size, 1.551427e-19f, 1.4492505e-17f, 1.0687647e-14f, 2.3349575e-12f, 4.7306625e-10f,
                      6.7778004e-8f, 6.7820783e-6f, 0.00043402583f, 0.015625004f, 0.25f, 1.0f);
  }
  const float factor = polynomial(rcp_approx_ftz(size), 0.34872168f, -0.0054563344f, 0.033347156f, 0.027889196f,
                                  0.04987063f, 0.39894226f) *
                       rsqrt_approx_ftz(size);
  const float half = device_expm1f(size * 0.5f);
  return (factor * half) * (half + 2.0f) + factor;
}
inline float device_cyl_bessel_i1f(float x) {
  const float size = abs(x);
  if (!(size >= 8.085f && size < inf)) {
    const float square = x * x;
    const float series = square * polynomial(square, 2.7848253e-18f, 3.4224708e-16f, 1.6258002e-13f, 3.3142173e-11f,
                                             5.6632734e-9f, 6.780027e-7f, 5.425474e-5f, 0.002604162f, 0.06250001f);
    return fma(x, series, x * 0.5f);
  }
  const float factor = polynomial(rcp_approx_ftz(size), -0.5028813f, 0.028471556f, -0.04873671f, -0.04641596f,
                                  -0.14960973f, 0.39894232f) *
                       rsqrt_approx_ftz(size);
  const float half = device_expm1f(size * 0.5f);
  return with_sign_of(x, (factor * half) * (half + 2.0f) + factor);
}
inline double device_cyl_bessel_i0(double x) {
  const double size = abs(x);
  if (!(static_cast<std::uint32_t>(upper(size)) + 0xbfd9e604u < 0x0799e604u)) {
    return polynomial(size * size, 9.570907555672412e-40, 2.911237809615527e-37, 6.106789567924076e-34,
                      4.783139557748027e-31, 3.8577538849440383e-28, 2.5964593691150315e-25, 1.4964235720813853e-22,
                      7.242214839388708e-20, 2.8969049594568713e-17, 9.385966582704343e-15, 2.4028075570232502e-12,
                      4.709502796126853e-10, 6.781684027854023e-08, 6.781684027774118e-06, 0.00043402777777778675,
                      0.015624999999999991, 0.25, 1.0);
  }
  const double series =
      polynomial(inverse(size), 5092220866.217557, 8573015295.215913, -7124127871.343613, 2287682196.159684,
                 -421919831.7996111, 51006516.886431605, -4304872.574113096, 262387.0133268093, -11726.458210321365,
                 389.88079458597497, -8.711719996099603, 0.3938523535835017, 0.08853891428092191, 0.04475982339956118,
                 0.029219307956309174, 0.02805062941166575, 0.04986778504963047, 0.39894228040143304);
  const double half = device_exp(size * 0.5);
  return half * (series * inverse_root(size)) * half;
}
inline double device_cyl_bessel_i1(double x) {
  const double size = abs(x);
  if (!(static_cast<std::uint32_t>(upper(size)) + 0xbfda0000u < 0x079a0000u)) {
    const double square = x * x;
    const double series =
        polynomial(square, 3.3137253377452213e-38, 8.80951374130363e-36, 1.851356465114323e-32, 1.3349060575742374e-29,
                   1.0036698880562031e-26, 6.230821939023837e-24, 3.292182475870452e-21, 1.448440248348126e-18,
                   5.214429981813384e-16, 1.501754624014612e-13, 3.363930585490148e-11, 5.651403354612596e-09,
                   6.78168402791589e-07, 5.425347222216252e-05, 0.0026041666666667966, 0.062499999999999896) *
        square;
    return fma(x, series, x * 0.5);
  }
  const double series = polynomial(
      inverse(size), 1640658591.5879254, -14279800016.127026, 9322346104.749939, -2794898641.7836614,
      500039579.03130484, -59499968.247650094, 4977645.49739106, -301907.2111281756, 13459.341882089166,
      -447.03773216640997, 9.986274449435115, -0.45985068950833535, -0.10836417269190061, -0.05754598408656677,
      -0.040907055084192644, -0.04675104885567992, -0.14960335514990164, 0.39894228040143226);
  const double half = device_exp(size * 0.5);
  return with_sign_of(x, ((series * inverse_root(size)) * half) * half);
}

}  // namespace
}  // namespace cuda_emulator
