// The special function unit of the hardware, bit for bit.
//
// Its structure is the published one (S. F. Oberman and M. Y. Siu, "A High-Performance Area-Efficient Multifunction
// Interpolator", ARITH 2005): the leading bits of the argument choose a segment, the others go into a quadratic
// polynomial whose square is truncated. The numbers, and how arguments and results are converted, are read off an H200
// (driver 580.159.04, November 2026): tests/special_functions_test.cu compares with it.
#include "emulator/special_functions.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "special_tables.hpp"

namespace cuda_emulator {
namespace {

constexpr std::uint32_t sign_bit = 0x80000000, infinity = 0x7f800000, not_a_number = 0x7fffffff;
constexpr std::uint32_t mantissa_mask = 0x7fffff, leading_one = 0x800000;
constexpr float least = std::numeric_limits<float>::min();  // smaller numbers are denormal

// A float's three parts.
struct Parts {
  explicit Parts(float x)
      : bits(std::bit_cast<std::uint32_t>(x)),
        sign(bits & sign_bit),
        mantissa(bits & mantissa_mask),
        exponent(bits >> 23 & 255) {}
  [[nodiscard]] bool is_nan() const { return exponent == 255 && mantissa != 0; }
  [[nodiscard]] bool is_infinite() const { return exponent == 255 && mantissa == 0; }
  [[nodiscard]] bool vanishes() const { return exponent == 0; }  // zero or denormal

  std::uint32_t bits, sign, mantissa;
  int exponent;
};

float from_bits(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
// mantissa with its leading one, times 2^(exponent - 23)
float assemble(std::uint32_t sign, int exponent, std::int64_t mantissa) {
  return from_bits((sign | static_cast<std::uint32_t>(exponent + 126) << 23) + static_cast<std::uint32_t>(mantissa));
}

// The square of 17 bits in units of 2^19, from a multiplier that lacks the partial products below those units: the
// products of two different bits i and j of weight 2^(i + j + 1), and the bits' squares.
std::int64_t truncated_square(std::uint32_t x) {
  const std::uint64_t low = x & 0x3ff;  // all products among these bits are missing
  std::uint64_t sum = std::uint64_t{x} * x - low * low;
#pragma GCC unroll 7
  for (unsigned j = 10; j < 17; ++j) {
    const std::uint32_t partners = x & ((1u << (18 - j)) - 1);
    sum -= std::uint64_t{x >> j & 1 ? partners : 0} << (j + 1);
  }
  return static_cast<std::int64_t>(sum >> 19);
}

// The polynomial with the function's own scales of the three terms and its constant for the rounding.
template <int shift0, int shift2, int rounding>
std::int64_t polynomial(const Segment& s, std::uint32_t x, std::int64_t square) {
  return (std::int64_t{s.c0} << shift0) + std::int64_t{s.c1} * x + (std::int64_t{s.c2} * square << shift2) + rounding;
}

constexpr std::uint32_t below_segment = 0x1ffff;  // 64 segments leave 17 bits

}  // namespace

float rcp_approx_ftz(float x) {
  const Parts p(x);
  if (p.is_nan()) return from_bits(not_a_number);
  if (p.exponent >= 254) return from_bits(p.sign);
  if (p.vanishes()) return from_bits(p.sign | infinity);
  const std::uint32_t rest = p.mantissa & 0xffff;  // 128 segments
  const std::int64_t y =
      polynomial<13, 0, 2023>(rcp_segments[p.mantissa >> 16], rest, truncated_square(rest << 1)) >> 15;
  if (p.exponent == 253 && y < 2 * leading_one) return from_bits(p.sign);
  return assemble(p.sign, 126 - p.exponent, y);
}

float rsqrt_approx_ftz(float x) {
  const Parts p(x);
  if (p.is_nan()) return from_bits(not_a_number);
  if (p.vanishes()) return from_bits(p.sign | infinity);
  if (p.sign) return from_bits(not_a_number);
  if (p.is_infinite()) return 0;
  const bool odd = p.exponent % 2 == 0;
  const int half = (p.exponent - 127 - odd) / 2;
  if (!odd && p.mantissa == 0) return assemble(0, -half, leading_one);
  const std::uint32_t rest = p.mantissa & below_segment;
  const Segment& s = rsqrt_segments[(odd ? 64 : 0) + (p.mantissa >> 17)];
  return assemble(0, -1 - half, polynomial<14, 2, -1>(s, rest, truncated_square(rest)) >> 16);
}

float sqrt_approx_ftz(float x) {
  const Parts p(x);
  if (p.is_nan()) return from_bits(not_a_number);
  if (p.vanishes()) return from_bits(p.sign);
  if (p.sign) return from_bits(not_a_number);
  if (p.is_infinite()) return x;
  const bool odd = p.exponent % 2 == 0;
  const int half = (p.exponent - 127 - odd) / 2;
  const std::uint32_t rest = p.mantissa & below_segment;
  const Segment& s = sqrt_segments[(odd ? 64 : 0) + (p.mantissa >> 17)];
  return assemble(0, half, polynomial<15, 1, -1>(s, rest, truncated_square(rest)) >> 17);
}

float ex2_approx_ftz(float x) {
  const Parts p(x);
  if (p.is_nan()) return from_bits(not_a_number);
  const int exponent = p.exponent - 127;
  if (exponent >= 8) return p.sign ? 0 : from_bits(infinity);
  // In fixed point with 23 bits behind the point, truncated.
  const std::uint32_t size = p.mantissa | leading_one;
  const std::uint32_t fixed = exponent >= 0 ? size << exponent : exponent < -23 ? 0 : size >> -exponent;
  int whole = static_cast<int>(fixed >> 23);
  std::uint32_t fraction = fixed & mantissa_mask;
  if (p.sign) {
    // A negative fraction is its bits' complement, which lies one unit lower.
    whole = fraction ? -whole - 1 : -whole;
    fraction = fraction ? ~fraction & mantissa_mask : 0;
  }
  if (whole < -126) return 0;
  if (whole > 127) return from_bits(infinity);
  const std::uint32_t rest = fraction & below_segment;
  return assemble(0, whole, polynomial<13, 0, 6114>(ex2_segments[fraction >> 17], rest, truncated_square(rest)) >> 15);
}

float lg2_approx_ftz(float x) {
  const Parts p(x);
  if (p.is_nan()) return from_bits(not_a_number);
  if (p.vanishes()) return from_bits(sign_bit | infinity);
  if (p.sign) return from_bits(not_a_number);
  if (p.is_infinite()) return x;
  if (x == 1) return 0;
  const std::uint32_t rest = p.mantissa & below_segment;
  const Segment& s = lg2_segments[p.mantissa >> 17];
  // With 36 bits behind the point; a negative sum becomes its bits' complement.
  const std::int64_t sum =
      (std::int64_t{p.exponent - 127} << 36) + (polynomial<12, 1, 837>(s, rest, truncated_square(rest)) >> 2);
  const std::uint64_t size = static_cast<std::uint64_t>(sum < 0 ? ~sum : sum);
  const int top = 63 - std::countl_zero(size);
  return assemble(sum < 0 ? sign_bit : 0, top - 36,
                  static_cast<std::int64_t>(top >= 23 ? size >> (top - 23) : size << (23 - top)));
}

namespace {
float flushed(float x) {
  return std::fabs(x) < least ? std::copysign(0.0f, x) : x;
}
}  // namespace
float sin_approx_ftz(float x) {
  return flushed(static_cast<float>(std::sin(static_cast<double>(flushed(x)))));
}
float cos_approx_ftz(float x) {
  return flushed(static_cast<float>(std::cos(static_cast<double>(flushed(x)))));
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

namespace {
double upper_word(double x) {
  const double cut = std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & 0xffffffff00000000u);
  return std::fabs(cut) < std::numeric_limits<double>::min() ? std::copysign(0.0, cut) : cut;
}
}  // namespace
double rcp_approx_ftz_64(double x) {
  return upper_word(1 / upper_word(x));
}
double rsqrt_approx_ftz_64(double x) {
  return upper_word(1 / std::sqrt(upper_word(x)));
}

}  // namespace cuda_emulator
