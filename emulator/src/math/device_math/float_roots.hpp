// Cube roots and lengths of vectors of floats.
#pragma once
#include "arithmetic.hpp"

namespace cuda_emulator {
namespace {

inline float device_cbrtf(float x) {
  const float size = abs(x), inverse_square = ex2_approx_ftz(lg2_approx(size) * -0.6666667f);
  const float root = size * inverse_square;
  const float better = fma(root, fma(root, -(inverse_square * root), 1.0f) * 0.33333334f, root);
  const float twice = x + x;
  return twice == x ? twice : x < 0.0f ? -better : better;
}
inline float device_rcbrtf(float x) {
  const float size = abs(x), inverse = ex2_approx_ftz(lg2_approx(size) * -0.33333334f);
  const float better = fma(fma(inverse * inverse, -(size * inverse), 1.0f), inverse * 0.33333334f, inverse);
  const float twice = x + x;
  return twice == x ? from_bits(bits(twice) ^ 0x7f800000u) : x < 0.0f ? -better : better;
}

// Lengths are computed after a scaling by a power of two that keeps the squares in range.
struct Scale {
  float down, up;
};
inline Scale scale_of(float largest) {
  const std::uint32_t exponent = bits(largest) & 0xfe000000u;
  return {from_bits(0x7e800000u - exponent), from_bits(exponent | 0x800000u)};
}
// Of a number and a NaN, the number.
inline float larger_of(float a, float b) {
  return __builtin_fmaxf(a, b);
}
inline float smaller_of(float a, float b) {
  return __builtin_fminf(a, b);
}

// Two sides are compared by their bits: a NaN counts as the largest.
struct Sides {
  float small, large;
};
inline Sides sides(float x, float y) {
  const std::uint32_t a = bits(abs(x)), b = bits(abs(y));
  return {from_bits(a < b ? a : b), from_bits(a < b ? b : a)};
}
inline float device_hypotf(float x, float y) {
  const auto [small, large] = sides(x, y);
  const auto [down, up] = scale_of(large);
  const float a = small * down, b = large * down;
  if (small == inf) return inf;
  return small == 0.0f ? large : __builtin_sqrtf(fma(b, b, a * a)) * up;
}
inline float device_rhypotf(float x, float y) {
  const auto [small, large] = sides(x, y);
  const float down = scale_of(large).down;
  const float a = small * down, b = large * down;
  return small == inf ? 0.0f : rsqrt_approx(fma(b, b, a * a)) * down;
}

// Of three or four components: the largest, the others scaled down, and the sum of all.
struct Norm {
  float largest, square, sum;
  Scale scale;
  Norm(float x, float y, float z) {
    const float a = abs(x), b = abs(y), c = abs(z), ab = larger_of(a, b);
    sum = (a + b) + c;
    largest = larger_of(ab, c);
    scale = scale_of(largest);
    const float middle = smaller_of(ab, c) * scale.down, small = smaller_of(a, b) * scale.down;
    const float large = largest * scale.down;
    square = fma(large, large, fma(small, small, middle * middle));
  }
  Norm(float x, float y, float z, float w) {
    const float a = abs(x), b = abs(y), c = abs(z), d = abs(w), ab = larger_of(a, b), abc = larger_of(ab, c);
    sum = c + ((a + b) + d);
    largest = larger_of(abc, d);
    scale = scale_of(largest);
    const float first = smaller_of(abc, d) * scale.down, second = smaller_of(ab, c) * scale.down;
    const float third = smaller_of(a, b) * scale.down, large = largest * scale.down;
    square = fma(large, large, fma(third, third, fma(second, second, first * first)));
  }
  float length() const {
    if (largest == inf) return inf;
    return sum > largest ? __builtin_sqrtf(square) * scale.up : sum;
  }
  float inverse_length() const {
    if (largest == inf) return 0.0f;
    return sum != sum ? sum : rsqrt_approx(square) * scale.down;
  }
};
inline float device_norm3df(float x, float y, float z) {
  return Norm(x, y, z).length();
}
inline float device_norm4df(float x, float y, float z, float w) {
  return Norm(x, y, z, w).length();
}
inline float device_rnorm3df(float x, float y, float z) {
  return Norm(x, y, z).inverse_length();
}
inline float device_rnorm4df(float x, float y, float z, float w) {
  return Norm(x, y, z, w).inverse_length();
}

}  // namespace
}  // namespace cuda_emulator
