// Device functions: mathematics beyond the C library.
#pragma once
#include <cmath>

#include "emulator/core.hpp"
#include "emulator/device_math.hpp"
#include "emulator/fast_functions.hpp"

namespace cuda_emulator {
// Winitzki's approximation, then Halley's steps; each uses the side of the function that has no
// cancellation.
inline double inverse_erf(double y) {
  if (!(y > -1 && y < 1)) return y == 1 ? HUGE_VAL : y == -1 ? -HUGE_VAL : NAN;
  const double tail = std::log((1 - y) * (1 + y)), half = 2 / (M_PI * 0.147) + tail / 2;
  double x = std::copysign(std::sqrt(std::sqrt(half * half - tail / 0.147) - half), y);
  for (int i = 0; i < 4; ++i) {
    const double error = y > 0.5 ? (1 - y) - std::erfc(x) : y < -0.5 ? std::erfc(-x) - (1 + y) : std::erf(x) - y;
    const double step = error / (2 / std::sqrt(M_PI) * std::exp(-x * x));
    x -= step / (1 + x * step);
  }
  return x;
}
inline double inverse_erfc(double y) {
  if (!(y > 0 && y < 2)) return y == 0 ? HUGE_VAL : y == 2 ? -HUGE_VAL : NAN;
  if (y > 0.5) return inverse_erf(1 - y);
  double x = std::sqrt(-std::log(y * std::sqrt(M_PI) * std::sqrt(-std::log(y))));  // the tail's leading term
  for (int i = 0; i < 8; ++i) {
    const double step = (std::erfc(x) - y) / (-2 / std::sqrt(M_PI) * std::exp(-x * x));
    x -= step / (1 + x * step);
  }
  return x;
}
}  // namespace cuda_emulator
inline double rsqrt(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rsqrt(x);
  return 1 / std::sqrt(x);
}
inline double rcbrt(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rcbrt(x);
  return 1 / std::cbrt(x);
}
inline float rcbrt(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rcbrtf(x);
  return static_cast<float>(1 / std::cbrt(static_cast<double>(x)));
}
inline float rcbrtf(float x) {
  return rcbrt(x);
}
// The argument is reduced before it is multiplied by pi, so whole and half turns are exact.
inline double sinpi(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_sinpi(x);
  const double r = std::remainder(x, 2);
  if (r == std::trunc(r)) return std::copysign(0.0, x);
  if (std::fabs(r) > 0.75) return std::sin(M_PI * std::copysign(1 - std::fabs(r), r));
  return std::fabs(r) > 0.25 ? std::copysign(std::cos(M_PI * (0.5 - std::fabs(r))), r) : std::sin(M_PI * r);
}
inline double cospi(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_cospi(x);
  const double r = std::fabs(std::remainder(x, 2));
  if (r == 0.5) return 0;
  if (r < 0.25) return std::cos(M_PI * r);
  return r > 0.75 ? -std::cos(M_PI * (1 - r)) : std::sin(M_PI * (0.5 - r));
}
inline float sinpif(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_sinpif(x);
  return static_cast<float>(sinpi(static_cast<double>(x)));
}
inline float cospif(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_cospif(x);
  return static_cast<float>(cospi(static_cast<double>(x)));
}
inline float sinpi(float x) {
  return sinpif(x);
}
inline float cospi(float x) {
  return cospif(x);
}
inline void sincospi(double x, double* s, double* c) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_sincospi(x, s, c);
  *s = sinpi(x);
  *c = cospi(x);
}
inline void sincospif(float x, float* s, float* c) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_sincospif(x, s, c);
  *s = sinpif(x);
  *c = cospif(x);
}
inline void sincospi(float x, float* s, float* c) {
  sincospif(x, s, c);
}
inline void sincos(float x, float* s, float* c) {
  sincosf(x, s, c);
}
inline double normcdf(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_normcdf(x);
  return 0.5 * std::erfc(-x * M_SQRT1_2);
}
inline float normcdff(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_normcdff(x);
  return static_cast<float>(normcdf(static_cast<double>(x)));
}
inline float normcdf(float x) {
  return normcdff(x);
}
inline double erfinv(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_erfinv(x);
  return cuda_emulator::inverse_erf(x);
}
inline float erfinvf(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_erfinvf(x);
  return static_cast<float>(cuda_emulator::inverse_erf(x));
}
inline float erfinv(float x) {
  return erfinvf(x);
}
inline double erfcinv(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_erfcinv(x);
  return cuda_emulator::inverse_erfc(x);
}
inline float erfcinvf(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_erfcinvf(x);
  return static_cast<float>(cuda_emulator::inverse_erfc(x));
}
inline float erfcinv(float x) {
  return erfcinvf(x);
}
inline double normcdfinv(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_normcdfinv(x);
  return -M_SQRT2 * cuda_emulator::inverse_erfc(2 * x);
}
inline float normcdfinvf(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_normcdfinvf(x);
  return static_cast<float>(normcdfinv(static_cast<double>(x)));
}
inline float normcdfinv(float x) {
  return normcdfinvf(x);
}
inline double erfcx(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_erfcx(x);
  // exp(x^2) overflows although the product is small: for large x the asymptotic series.
  if (x < 25) return std::exp(x * x) * std::erfc(x);
  const double q = 1 / (2 * x * x);
  double series = 1;
  for (int k = 8; k >= 1; --k) series = 1 - (2 * k - 1) * q * series;
  return series / (x * std::sqrt(M_PI));
}
inline float erfcxf(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_erfcxf(x);
  return static_cast<float>(erfcx(static_cast<double>(x)));
}
inline float erfcx(float x) {
  return erfcxf(x);
}
inline double rhypot(double x, double y) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rhypot(x, y);
  return 1 / std::hypot(x, y);
}
inline float rhypotf(float x, float y) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rhypotf(x, y);
  return static_cast<float>(1 / std::hypot(double{x}, double{y}));
}
inline double norm3d(double a, double b, double c) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_norm3d(a, b, c);
  return std::hypot(a, b, c);
}
inline float norm3df(float a, float b, float c) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_norm3df(a, b, c);
  return std::hypot(a, b, c);
}
inline double norm4d(double a, double b, double c, double d) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_norm4d(a, b, c, d);
  return std::hypot(std::hypot(a, b), std::hypot(c, d));
}
inline float norm4df(float a, float b, float c, float d) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_norm4df(a, b, c, d);
  return static_cast<float>(norm4d(a, b, c, d));
}
inline double rnorm3d(double a, double b, double c) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rnorm3d(a, b, c);
  return 1 / norm3d(a, b, c);
}
inline float rnorm3df(float a, float b, float c) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rnorm3df(a, b, c);
  return static_cast<float>(rnorm3d(a, b, c));
}
inline double rnorm4d(double a, double b, double c, double d) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rnorm4d(a, b, c, d);
  return 1 / norm4d(a, b, c, d);
}
inline float rnorm4df(float a, float b, float c, float d) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_rnorm4df(a, b, c, d);
  return static_cast<float>(rnorm4d(a, b, c, d));
}
inline double norm(int n, const double* p) {
  double r = 0;
  for (int i = 0; i < n; ++i) r = std::hypot(r, p[i]);
  return r;
}
inline float normf(int n, const float* p) {
  double r = 0;
  for (int i = 0; i < n; ++i) r = std::hypot(r, double{p[i]});
  return static_cast<float>(r);
}
inline double rnorm(int n, const double* p) {
  return 1 / norm(n, p);
}
inline float rnormf(int n, const float* p) {
  return 1 / normf(n, p);
}
namespace cuda_emulator {
// As host code has them. Not every C++ library does; there, the device's.
inline double host_bessel_i0(double x) {
#ifdef __cpp_lib_math_special_functions
  return std::cyl_bessel_i(0.0, x);
#else
  return on_device_cyl_bessel_i0(x);
#endif
}
inline double host_bessel_i1(double x) {
#ifdef __cpp_lib_math_special_functions
  return std::cyl_bessel_i(1.0, x);
#else
  return on_device_cyl_bessel_i1(x);
#endif
}
}  // namespace cuda_emulator
inline double cyl_bessel_i0(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_cyl_bessel_i0(x);
  return cuda_emulator::host_bessel_i0(std::fabs(x));
}
inline double cyl_bessel_i1(double x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_cyl_bessel_i1(x);
  return std::copysign(cuda_emulator::host_bessel_i1(std::fabs(x)), x);
}
inline float cyl_bessel_i0f(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_cyl_bessel_i0f(x);
  return static_cast<float>(cyl_bessel_i0(x));
}
inline float cyl_bessel_i1f(float x) {
  if (cuda_emulator::block_state.in_kernel) return cuda_emulator::on_device_cyl_bessel_i1f(x);
  return static_cast<float>(cyl_bessel_i1(x));
}
