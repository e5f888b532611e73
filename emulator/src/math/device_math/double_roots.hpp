// Roots and lengths of vectors of doubles.
#pragma once
#include "arithmetic.hpp"

namespace cuda_emulator {
namespace {

inline double device_rsqrt(double x) {
  const double size = abs(x);
  if (!(size >= 0x1p-1022 && size <= 0x1.fffffffffffffp1023)) {
    if (x != x) return x;
    if (x == 0.0) return with_sign_of(x, inf_64);
    if (size == inf_64) return x > 0.0 ? 0.0 : not_a_number;
    return inverse_root(x * 0x1p54) * 0x1p27;
  }
  return inverse_root(x);
}

// |x| = m 2^(3k), m between an eighth and about one.
struct ThirdOfExponent {
  double m;
  int k;
};
inline ThirdOfExponent third_of_exponent(double size) {
  int extra = 0;
  if (upper(size) >> 20 == 0) {
    size *= 0x1p54;
    extra = 18;
  }
  const int exponent = upper(size) >> 20;
  const int third = to_int(static_cast<float>(exponent - 1022) * 0.33333334f);
  return {shifted(size, -3 * third), third - extra};
}
inline double device_cbrt(double x) {
  const double twice = x + x;
  if (x != x || twice == x) return twice;
  const auto [m, k] = third_of_exponent(abs(x));
  const double root = static_cast<double>(ex2_approx_ftz(lg2_approx_ftz(static_cast<float>(m)) * 0.33333334f));
  const double square = root * root;
  const double better = fma(root, inverse(fma(shifted(square, 1), root, m)) * fma(square, -root, m), root);
  return with_sign_of(x, shifted(better, k));
}
inline double device_rcbrt(double x) {
  const double twice = x + x;
  if (x != x) return twice;
  if (twice == x) return joined(static_cast<std::uint32_t>(upper(x)) ^ 0x7ff00000u, 0);
  const auto [m, k] = third_of_exponent(abs(x));
  const double root = static_cast<double>(ex2_approx_ftz(lg2_approx_ftz(static_cast<float>(m)) * -0.33333334f));
  const double square = root * root, product = m * root;
  const double error =
      fma(product, -fma(root, root, -square), fma(square, -fma(m, root, -product), fma(square, -product, 1.0)));
  const double better = fma(fma(0.2222222222222222, error, 0.3333333333333333), error * root, root);
  return with_sign_of(x, shifted(better, -k));
}

// Sides are compared by their bits: a NaN counts as the largest.
struct LongSides {
  double small, large, down, up;
};
inline LongSides sides(double x, double y) {
  const std::uint64_t a = bits(abs(x)), b = bits(abs(y)), larger = a < b ? b : a;
  const std::uint32_t exponent = static_cast<std::uint32_t>(larger >> 32) & 0xffc00000u;
  return {from_bits_64(a < b ? a : b), from_bits_64(larger), joined(0x7fd00000u - exponent, 0),
          joined(exponent | 0x00100000u, 0)};
}
// sqrt(x) for x that is not negative.
inline double length_of_square(double square) {
  const double finite = square < 0x1.fffffffffffffp1023 ? square : 0x1.fffffffffffffp1023;
  return square * inverse_root(finite);
}
inline double device_hypot(double x, double y) {
  const auto [small, large, down, up] = sides(x, y);
  if (!(small < inf_64)) return small;
  if (small == 0.0) return large;
  const double a = down * small, b = down * large;
  return length_of_square(fma(b, b, a * a)) * up;
}
inline double device_rhypot(double x, double y) {
  const auto [small, large, down, up] = sides(x, y);
  const double a = down * small, b = down * large;
  const double result = down * inverse_root(fma(b, b, a * a));
  if (static_cast<std::uint32_t>(upper(result)) < 0x7ff00000u) return result;
  if (small == inf_64) return 0.0;
  return large != large ? large + small : large == inf_64 ? 0.0 : inf_64;
}

// Of a number and a NaN, the number.
inline double larger_of(double a, double b) {
  return __builtin_fmax(a, b);
}
inline double smaller_of(double a, double b) {
  return __builtin_fmin(a, b);
}
// Of three or four components: the largest, the sum of all, and the sum of the squares after a scaling.
struct LongNorm {
  double largest, square, sum, down, up;
  LongNorm(double x, double y, double z) {
    const double a = abs(x), b = abs(y), c = abs(z), ab = larger_of(a, b);
    sum = (a + b) + c;
    scale(larger_of(ab, c));
    const double middle = smaller_of(ab, c) * down, small = smaller_of(a, b) * down, large = largest * down;
    square = fma(large, large, fma(small, small, middle * middle));
  }
  LongNorm(double x, double y, double z, double w) {
    const double a = abs(x), b = abs(y), c = abs(z), d = abs(w), ab = larger_of(a, b), abc = larger_of(ab, c);
    sum = ((a + b) + c) + d;
    scale(larger_of(abc, d));
    const double first = smaller_of(abc, d) * down, second = smaller_of(ab, c) * down;
    const double third = smaller_of(a, b) * down, large = largest * down;
    square = fma(large, large, fma(third, third, fma(second, second, first * first)));
  }
  void scale(double most) {
    const std::uint32_t exponent = static_cast<std::uint32_t>(upper(most)) & 0xffc00000u;
    largest = most;
    down = joined(0x7fd00000u - exponent, 0);
    up = joined(exponent | 0x00100000u, 0);
  }
  double length() const {
    if (static_cast<std::uint32_t>(upper(largest)) >= 0x7ff00000u) return largest;
    return sum > largest ? length_of_square(square) * up : sum;
  }
  double inverse_length() const {
    if (largest == inf_64) return 0.0;
    return sum > 0.0 ? down * inverse_root(square) : sum + inf_64;
  }
};
inline double device_norm3d(double x, double y, double z) {
  return LongNorm(x, y, z).length();
}
inline double device_norm4d(double x, double y, double z, double w) {
  return LongNorm(x, y, z, w).length();
}
inline double device_rnorm3d(double x, double y, double z) {
  return LongNorm(x, y, z).inverse_length();
}
inline double device_rnorm4d(double x, double y, double z, double w) {
  return LongNorm(x, y, z, w).inverse_length();
}

}  // namespace
}  // namespace cuda_emulator
