// The special function unit of the hardware, bit for bit.
//
// Its structure is the published one (S. F. Oberman and M. Y. Siu, "A High-Performance Area-Efficient Multifunction
// Interpolator", ARITH 2005): the leading bits of the argument choose a segment, the others are the argument of a
// quadratic polynomial whose square is truncated. The numbers, and the conversions of arguments and results, were
// determined from an H200 (driver 580.159.04, November 2026): tests/special_functions_test.cu compares with it.
#include "emulator/special_functions.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "math/special_tables.hpp"

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
  return from_bits(sign + (static_cast<std::uint32_t>(exponent + 126) << 23) + static_cast<std::uint32_t>(mantissa));
}

// A fixed-point number with `places` fractional bits, not 0; bits that do not fit in a float are truncated.
float normalised(std::uint32_t sign, std::uint64_t number, int places) {
  const int top = 63 - std::countl_zero(number);
  return assemble(sign, top - places,
                  static_cast<std::int64_t>(top >= 23 ? number >> (top - 23) : number << (23 - top)));
}

// The square of 17 bits in units of 2^19, from a multiplier that omits the partial products below those units: the
// products of two different bits i and j of weight 2^(i + j + 1), and the bits' squares. Omitted are all products among
// the lowest ten bits, and those of the upper seven with some of the lowest eight: these are added up beforehand, for
// all of the upper bits with the lowest four, and for the lower four of the upper bits with the next four.
constexpr std::uint32_t missing_products(std::uint32_t x) {
  std::uint32_t sum = 0;
  for (unsigned j = 10; j < 17; ++j) sum += (x >> j & 1) * (x & ((1u << (18 - j)) - 1)) << (j + 1);
  return sum;
}
constexpr auto missing_of_lowest = [] {
  std::array<std::uint32_t, 128 * 16> sums{};
  for (std::uint32_t i = 0; i < sums.size(); ++i) sums[i] = missing_products(i >> 4 << 10 | (i & 15));
  return sums;
}();
constexpr auto missing_of_next = [] {
  std::array<std::uint32_t, 16 * 16> sums{};
  for (std::uint32_t i = 0; i < sums.size(); ++i) sums[i] = missing_products(i >> 4 << 10 | (i & 15) << 4);
  return sums;
}();

std::int64_t truncated_square(std::uint32_t x) {
  const std::uint64_t low = x & 0x3ff;
  const std::uint64_t missing =
      missing_of_lowest[x >> 10 << 4 | (x & 15)] + missing_of_next[(x >> 6 & 0xf0) | (x >> 4 & 15)];
  return static_cast<std::int64_t>((std::uint64_t{x} * x - low * low - missing) >> 19);
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
  // Fixed point with 23 fractional bits, truncated.
  const std::uint32_t size = p.mantissa | leading_one;
  const std::uint32_t fixed = exponent >= 0 ? size << exponent : exponent < -23 ? 0 : size >> -exponent;
  int whole = static_cast<int>(fixed >> 23);
  std::uint32_t fraction = fixed & mantissa_mask;
  if (p.sign) {
    // A negative fraction is its bits' complement, which is one unit lower.
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
  // With 36 fractional bits; a negative sum becomes its bits' complement.
  const std::int64_t sum =
      (std::int64_t{p.exponent - 127} << 36) + (polynomial<12, 1, 837>(s, rest, truncated_square(rest)) >> 2);
  return normalised(sum < 0 ? sign_bit : 0, static_cast<std::uint64_t>(sum < 0 ? ~sum : sum), 36);
}

namespace {

// A turn is 2^25 units; cosines are sines a quarter of a turn on.
float sine(float x, bool cosine) {
  const Parts p(x);
  if (p.exponent == 255) return from_bits(not_a_number);
  // The compiler multiplies by 1 / (2 pi), towards zero. The product of two floats is exact in double precision.
  const double product = std::fabs(double{x}) * double{0.15915494f};
  auto turns = std::bit_cast<std::uint32_t>(static_cast<float>(product));
  if (double{from_bits(turns)} > product) --turns;
  const std::uint32_t size = (turns & mantissa_mask) | leading_one;
  const int shift = static_cast<int>(turns >> 23) - 125;
  std::uint32_t angle = 0;
  if (!p.vanishes() && shift < 25) angle = shift >= 0 ? size << shift : shift > -24 ? size >> -shift : 0;
  const std::uint32_t quarter = (angle >> 23) + (cosine ? 1 : 0);
  const std::uint32_t sign = (cosine ? 0 : p.sign) ^ (quarter & 2 ? sign_bit : 0);
  std::uint32_t within = angle & mantissa_mask;
  if (quarter & 1) {  // backwards: the bits' complement
    if (within == 0) return from_bits(sign | 0x3f800000);
    within ^= mantissa_mask;
  }
  const std::uint32_t rest = within & below_segment;
  const std::int64_t y = polynomial<12, 0, 0>(sin_segments[within >> 17], rest, truncated_square(rest));
  return y == 0 ? from_bits(sign) : normalised(sign, static_cast<std::uint64_t>(y), 37);
}

}  // namespace

float sin_approx_ftz(float x) {
  return sine(x, false);
}
float cos_approx_ftz(float x) {
  return sine(x, true);
}

float tanh_approx(float x) {
  const Parts p(x);
  if (p.is_nan()) return from_bits(not_a_number);
  if (p.exponent >= 130) return from_bits(p.sign | 0x3f800000);  // 8
  if (p.exponent < 119) return x;                                // 1 / 256
  // Each power of two has its own number of segments: the number of bits that select one, and the index of the first.
  static constexpr std::uint8_t bits[] = {0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 3},
                                first[] = {0, 1, 2, 3, 5, 7, 11, 15, 19, 27, 43};
  const int power = p.exponent - 119, shift = 23 - bits[power];
  const std::uint32_t rest = p.mantissa >> (shift - 17) & below_segment;
  const Segment& s = tanh_segments[first[power] + (p.mantissa >> shift)];
  return normalised(p.sign, static_cast<std::uint64_t>(polynomial<15, 0, 0>(s, rest, truncated_square(rest))), 39);
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

// The upper word of a double has 20 bits of the mantissa; they go through the same tables as a float's.
constexpr std::uint64_t infinite_double = 0x7ff0000000000000, sign_of_double = 0x8000000000000000;

double from_upper_word(std::uint64_t bits) {
  return std::bit_cast<double>(bits & 0xffffffff00000000);
}
// The double's mantissa as a float from 1 on, of this exponent.
float narrowed(std::uint64_t bits, int exponent) {
  return from_bits(static_cast<std::uint32_t>(exponent + 127) << 23 | static_cast<std::uint32_t>(bits >> 32 & 0xfffff)
                                                                          << 3);
}
// A float's value times 2^exponent, as a double.
double widened(std::uint64_t sign, float value, int exponent) {
  const Parts p(value);
  const int sum = p.exponent - 127 + 1023 + exponent;
  if (sum <= 0) return std::bit_cast<double>(sign);
  return from_upper_word(sign | static_cast<std::uint64_t>(sum) << 52 | std::uint64_t{p.mantissa >> 3} << 32);
}

}  // namespace

double rcp_approx_ftz_64(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t sign = bits & sign_of_double;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  if (exponent == 0) return std::bit_cast<double>(sign | infinite_double);
  if (exponent == 0x7ff)
    return bits >> 32 & 0xfffff ? from_upper_word(std::uint64_t{not_a_number} << 32) : std::bit_cast<double>(sign);
  return widened(sign, rcp_approx_ftz(narrowed(bits, 0)), 1023 - exponent);
}
double rsqrt_approx_ftz_64(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t sign = bits & sign_of_double;
  const int exponent = static_cast<int>(bits >> 52 & 0x7ff);
  const bool nan = exponent == 0x7ff && (bits >> 32 & 0xfffff) != 0;
  if (!nan && exponent == 0) return std::bit_cast<double>(sign | infinite_double);
  if (nan || sign) return from_upper_word(std::uint64_t{not_a_number} << 32);
  if (exponent == 0x7ff) return 0;
  const bool odd = exponent % 2 == 0;
  return widened(0, rsqrt_approx_ftz(narrowed(bits, odd)), -(exponent - 1023 - odd) / 2);
}

}  // namespace cuda_emulator
