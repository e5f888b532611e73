// The special function unit of the hardware.
#include "emulator/special_functions.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace cuda_emulator {
namespace {

constexpr float least = std::numeric_limits<float>::min();  // smaller numbers are denormal

float flushed(float x) {
  return std::fabs(x) < least ? std::copysign(0.0f, x) : x;
}

template <class F>
float with_flushes(F f, float x) {
  return flushed(static_cast<float>(f(static_cast<double>(flushed(x)))));
}

double upper_word(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  bits &= 0xffffffff00000000u;
  std::memcpy(&x, &bits, sizeof bits);
  return std::fabs(x) < std::numeric_limits<double>::min() ? std::copysign(0.0, x) : x;
}

}  // namespace

float rcp_approx_ftz(float x) {
  return with_flushes([](double v) { return 1 / v; }, x);
}
float rsqrt_approx_ftz(float x) {
  return with_flushes([](double v) { return 1 / std::sqrt(v); }, x);
}
float sqrt_approx_ftz(float x) {
  return with_flushes([](double v) { return std::sqrt(v); }, x);
}
float ex2_approx_ftz(float x) {
  return with_flushes([](double v) { return std::exp2(v); }, x);
}
float lg2_approx_ftz(float x) {
  return with_flushes([](double v) { return std::log2(v); }, x);
}
float sin_approx_ftz(float x) {
  return with_flushes([](double v) { return std::sin(v); }, x);
}
float cos_approx_ftz(float x) {
  return with_flushes([](double v) { return std::cos(v); }, x);
}
float tanh_approx(float x) {
  return static_cast<float>(std::tanh(static_cast<double>(x)));
}

float rcp_approx(float x) {
  const float size = std::fabs(x);
  const float scale = size < least ? 0x1p24f : size > 0x1p126f ? 0.25f : 1.0f;
  return rcp_approx_ftz(x * scale) * scale;
}
float rsqrt_approx(float x) {
  return std::fabs(x) < least ? rsqrt_approx_ftz(x * 0x1p24f) * 0x1p12f : rsqrt_approx_ftz(x);
}
float sqrt_approx(float x) {
  return std::fabs(x) < least ? sqrt_approx_ftz(x * 0x1p24f) * 0x1p-12f : sqrt_approx_ftz(x);
}
float ex2_approx(float x) {
  if (!(x < -126)) return ex2_approx_ftz(x);
  const float root = ex2_approx_ftz(x * 0.5f);
  return root * root;
}
float lg2_approx(float x) {
  return std::fabs(x) < least ? lg2_approx_ftz(x * 0x1p24f) - 24 : lg2_approx_ftz(x);
}

double rcp_approx_ftz_64(double x) {
  return upper_word(1 / upper_word(x));
}
double rsqrt_approx_ftz_64(double x) {
  return upper_word(1 / std::sqrt(upper_word(x)));
}

}  // namespace cuda_emulator
