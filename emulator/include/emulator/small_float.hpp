// 16-bit floating-point numbers: shared by cuda_fp16.h and cuda_bf16.h.
//
// Every operation is computed in double and rounded once. Sums and fused multiply-adds need more bits than a double
// has, so they are rounded to odd there: the last bit records that bits were truncated, and then only the second
// rounding counts.
#pragma once
#include <cmath>
#include <limits>
#include <type_traits>

#include "emulator/announcements.hpp"
#include "emulator/core.hpp"
#include "emulator/integers.hpp"
#include "emulator/special_functions.hpp"

namespace cuda_emulator {

// The microscope is told of a sum that did not change, and of a number that became infinite.
#ifdef CUDA_EMULATOR_TRACED
constexpr bool small_floats_are_watched = true;
#else
constexpr bool small_floats_are_watched = false;
#endif
CUDA_EMULATOR_NOTRACE inline void small_sum_stands(double value, double addend, double last_place) {
  if (cuda_emulator_sum_stands) {
    cuda_emulator_sum_stands(nullptr, value, addend, last_place, __builtin_return_address(0));
  }
}
CUDA_EMULATOR_NOTRACE inline void small_overflow() {
  if (cuda_emulator_small_overflow) cuda_emulator_small_overflow(__builtin_return_address(0));
}

enum class Rounding { nearest, to_zero, up, down };

// The bits of value in a format of 1 + 15 bits, mantissa_bits of them the fraction.
template <int mantissa_bits>
CUDA_EMULATOR_INLINE unsigned short round_to_bits(double value, Rounding rounding) {
  constexpr int bias = (1 << (14 - mantissa_bits)) - 1;
  constexpr unsigned infinity = 0x7fffu >> mantissa_bits << mantissa_bits;
  ::cuda_emulator::uint64 bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const bool negative = bits >> 63;
  const unsigned sign = negative ? 0x8000 : 0;
  const int field = static_cast<int>(bits >> 52 & 0x7ff);
  ::cuda_emulator::uint64 significand = bits & ((::cuda_emulator::uint64{1} << 52) - 1);
  if (field == 0x7ff) return static_cast<unsigned short>(significand ? 0x7fff : sign | infinity);
  const int exponent = field ? field - 1023 : -1022;
  if (field) significand |= ::cuda_emulator::uint64{1} << 52;

  const bool subnormal = exponent < 1 - bias;
  int shift = 52 - mantissa_bits + (subnormal ? 1 - bias - exponent : 0);
  if (shift > 63) shift = 63;  // all bits are truncated
  ::cuda_emulator::uint64 kept = significand >> shift;
  const ::cuda_emulator::uint64 rest = significand & ((::cuda_emulator::uint64{1} << shift) - 1),
                                half = ::cuda_emulator::uint64{1} << (shift - 1);
  if (rounding == Rounding::nearest ? rest > half || (rest == half && (kept & 1))
                                    : rest && rounding == (negative ? Rounding::down : Rounding::up)) {
    ++kept;
  }
  // The hidden bit of a normal number, and a carry out of the fraction, increment the exponent.
  const ::cuda_emulator::int64 result =
      static_cast<::cuda_emulator::int64>(kept) +
      (subnormal ? 0 : ::cuda_emulator::int64{exponent + bias - 1} * (1 << mantissa_bits));
  if (result < static_cast<::cuda_emulator::int64>(infinity)) return static_cast<unsigned short>(sign | result);
  if (small_floats_are_watched) small_overflow();
  const bool away = rounding == Rounding::nearest || rounding == (negative ? Rounding::down : Rounding::up);
  return static_cast<unsigned short>(sign | (away ? infinity : infinity - 1));
}

template <int mantissa_bits>
CUDA_EMULATOR_INLINE float float_of_bits(unsigned short bits) {
  // The fields at their positions in a float; the product corrects the exponent's bias, subnormals included.
  ::cuda_emulator::uint32 word = static_cast<::cuda_emulator::uint32>(bits & 0x7fff) << (23 - mantissa_bits);
  float value;
  if constexpr (mantissa_bits < 10) {
    word |= static_cast<::cuda_emulator::uint32>(bits & 0x8000) << 16;
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
  } else {
    __builtin_memcpy(&value, &word, sizeof value);
    value *= 0x1p112f;
    __builtin_memcpy(&word, &value, sizeof value);
    if ((bits & 0x7c00) == 0x7c00) word |= 0x7f800000;
    word |= static_cast<::cuda_emulator::uint32>(bits & 0x8000) << 16;
    __builtin_memcpy(&value, &word, sizeof value);
    return value;
  }
}

// a + b, rounded to odd: the error of a sum is itself a double, whatever the sizes.
CUDA_EMULATOR_INLINE double add_to_odd(double a, double b) {
  const double sum = a + b;
  if (!(std::fabs(sum) <= std::numeric_limits<double>::max())) return sum;
  const double part = sum - a, error = (a - (sum - part)) + (b - part);
  if (error == 0) return sum;
  ::cuda_emulator::int64 bits;
  __builtin_memcpy(&bits, &sum, sizeof bits);
  if (!(bits & 1)) bits += (error > 0) == (sum > 0) ? 1 : -1;
  double odd;
  __builtin_memcpy(&odd, &bits, sizeof odd);
  return odd;
}
// A product of two 16-bit numbers is exact in a double.
CUDA_EMULATOR_INLINE double fma_to_odd(double a, double b, double c) {
  return add_to_odd(a * b, c);
}
// Integers of more than 53 bits, likewise.
template <class Integer>
CUDA_EMULATOR_INLINE double integer_to_odd(Integer value) {
  if constexpr (sizeof(Integer) < 8) {
    return static_cast<double>(value);
  } else {
    const bool negative = value < 0;
    ::cuda_emulator::uint64 size =
        negative ? 0 - static_cast<::cuda_emulator::uint64>(value) : static_cast<::cuda_emulator::uint64>(value);
    if (size >> 53) size = (size & ~::cuda_emulator::uint64{0xfff}) | (size & 0xfff ? 0x800 : 0);
    return negative ? -static_cast<double>(size) : static_cast<double>(size);
  }
}
// Out of range is the nearest limit; NaN is 0, or the sign bit where the integer has 64 bits.
template <class Integer>
CUDA_EMULATOR_INLINE Integer small_to_integer(float value, Rounding rounding) {
  using Limits = std::numeric_limits<Integer>;
  if (value != value) return sizeof(Integer) < 8 ? Integer{0} : static_cast<Integer>(::cuda_emulator::uint64{1} << 63);
  const double whole = rounding == Rounding::nearest ? std::nearbyint(value)
                       : rounding == Rounding::up    ? std::ceil(value)
                       : rounding == Rounding::down  ? std::floor(value)
                                                     : std::trunc(value);
  if (whole >= std::ldexp(1.0, Limits::digits)) return Limits::max();
  if (whole <= static_cast<double>(Limits::min())) return Limits::min();
  return static_cast<Integer>(whole);
}

// Raw is __half_raw or __nv_bfloat16_raw: the bits without arithmetic.
template <int mantissa_bits, class Raw>
class SmallFloat {
 public:
  SmallFloat() = default;
  constexpr SmallFloat(const Raw& raw) : bits_(raw.x) {}
  SmallFloat(float value) : SmallFloat(static_cast<double>(value), Rounding::nearest) {}
  SmallFloat(double value) : SmallFloat(value, Rounding::nearest) {}
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>>
  SmallFloat(Integer value) : SmallFloat(integer_to_odd(value), Rounding::nearest) {}
  SmallFloat(double value, Rounding rounding) : bits_(round_to_bits<mantissa_bits>(value, rounding)) {}

  static constexpr SmallFloat from_bits(unsigned short bits) { return SmallFloat(Raw{bits}); }
  constexpr unsigned short bits() const { return bits_; }
  CUDA_EMULATOR_INLINE float value() const { return float_of_bits<mantissa_bits>(bits_); }

  operator float() const { return value(); }
  constexpr operator Raw() const { return Raw{bits_}; }
  operator bool() const { return (bits_ & 0x7fff) != 0; }
  template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>>>
  operator Integer() const {
    return small_to_integer<Integer>(value(), Rounding::to_zero);
  }

  template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
  SmallFloat& operator=(Number number) {
    return *this = SmallFloat(number);
  }

  friend SmallFloat operator+(SmallFloat a, SmallFloat b) {
    const SmallFloat sum(add_to_odd(a.value(), b.value()), nearest);
    const bool stands = sum.bits_ == a.bits_ && b.value() != 0 && a.value() - a.value() == 0;
    if (small_floats_are_watched && stands) small_sum_stands(a.value(), b.value(), a.last_place());
    return sum;
  }
  friend SmallFloat operator-(SmallFloat a, SmallFloat b) { return {add_to_odd(a.value(), -b.value()), nearest}; }
  friend SmallFloat operator*(SmallFloat a, SmallFloat b) { return {double{a.value()} * b.value(), nearest}; }
  friend SmallFloat operator/(SmallFloat a, SmallFloat b) { return {double{a.value()} / b.value(), nearest}; }
  SmallFloat& operator+=(SmallFloat b) { return *this = *this + b; }
  SmallFloat& operator-=(SmallFloat b) { return *this = *this - b; }
  SmallFloat& operator*=(SmallFloat b) { return *this = *this * b; }
  SmallFloat& operator/=(SmallFloat b) { return *this = *this / b; }
  SmallFloat& operator++() { return *this += SmallFloat(1.0f); }
  SmallFloat& operator--() { return *this -= SmallFloat(1.0f); }
  SmallFloat operator++(int) {
    const SmallFloat before = *this;
    ++*this;
    return before;
  }
  SmallFloat operator--(int) {
    const SmallFloat before = *this;
    --*this;
    return before;
  }
  friend SmallFloat operator+(SmallFloat a) { return a; }
  friend SmallFloat operator-(SmallFloat a) { return from_bits(a.bits_ ^ 0x8000); }
  friend bool operator==(SmallFloat a, SmallFloat b) { return a.value() == b.value(); }
  friend bool operator!=(SmallFloat a, SmallFloat b) { return a.value() != b.value(); }
  friend bool operator<(SmallFloat a, SmallFloat b) { return a.value() < b.value(); }
  friend bool operator<=(SmallFloat a, SmallFloat b) { return a.value() <= b.value(); }
  friend bool operator>(SmallFloat a, SmallFloat b) { return a.value() > b.value(); }
  friend bool operator>=(SmallFloat a, SmallFloat b) { return a.value() >= b.value(); }

 private:
  // The distance to the next number.
  double last_place() const { return std::fabs(from_bits(bits_ + 1).value() - value()); }

  static constexpr Rounding nearest = Rounding::nearest;
  unsigned short bits_;
};

// Two of them in one word.
template <class T>
struct __attribute__((aligned(4))) SmallPair {
  T x, y;

  SmallPair() = default;
  constexpr SmallPair(const T& x, const T& y) : x(x), y(y) {}

  friend SmallPair operator+(SmallPair a, SmallPair b) { return {a.x + b.x, a.y + b.y}; }
  friend SmallPair operator-(SmallPair a, SmallPair b) { return {a.x - b.x, a.y - b.y}; }
  friend SmallPair operator*(SmallPair a, SmallPair b) { return {a.x * b.x, a.y * b.y}; }
  friend SmallPair operator/(SmallPair a, SmallPair b) { return {a.x / b.x, a.y / b.y}; }
  SmallPair& operator+=(SmallPair b) { return *this = *this + b; }
  SmallPair& operator-=(SmallPair b) { return *this = *this - b; }
  SmallPair& operator*=(SmallPair b) { return *this = *this * b; }
  SmallPair& operator/=(SmallPair b) { return *this = *this / b; }
  SmallPair& operator++() { return ++x, ++y, *this; }
  SmallPair& operator--() { return --x, --y, *this; }
  friend SmallPair operator+(SmallPair a) { return a; }
  friend SmallPair operator-(SmallPair a) { return {-a.x, -a.y}; }
  // True if it holds for both.
  friend bool operator==(SmallPair a, SmallPair b) { return a.x == b.x && a.y == b.y; }
  friend bool operator!=(SmallPair a, SmallPair b) { return a.x != b.x && a.y != b.y; }
  friend bool operator<(SmallPair a, SmallPair b) { return a.x < b.x && a.y < b.y; }
  friend bool operator<=(SmallPair a, SmallPair b) { return a.x <= b.x && a.y <= b.y; }
  friend bool operator>(SmallPair a, SmallPair b) { return a.x > b.x && a.y > b.y; }
  friend bool operator>=(SmallPair a, SmallPair b) { return a.x >= b.x && a.y >= b.y; }
};

template <class T>
CUDA_EMULATOR_INLINE T small_fma(T a, T b, T c) {
  return {fma_to_odd(a.value(), b.value(), c.value()), Rounding::nearest};
}
// Clamps to 0 … 1, before the result is rounded; NaN becomes 0.
template <class T>
CUDA_EMULATOR_INLINE T small_saturated(double value) {
  return {value > 0 ? (value < 1 ? value : 1.0) : 0.0, Rounding::nearest};
}
template <class T>
CUDA_EMULATOR_INLINE bool small_is_nan(T a) {
  return a.value() != a.value();
}
template <class T>
CUDA_EMULATOR_INLINE T small_nan() {
  return T::from_bits(0x7fff);
}
// The greater (or the lesser) number; of a number and a NaN the number, and +0 is greater than -0.
template <bool greater, class T>
CUDA_EMULATOR_INLINE T small_extreme(T a, T b) {
  if (small_is_nan(a)) return small_is_nan(b) ? small_nan<T>() : b;
  if (small_is_nan(b)) return a;
  if (a.value() == b.value()) return ((a.bits() & 0x8000) != 0) == greater ? b : a;
  return (a.value() > b.value()) == greater ? a : b;
}
template <bool greater, class T>
CUDA_EMULATOR_INLINE T small_extreme_nan(T a, T b) {
  return small_is_nan(a) || small_is_nan(b) ? small_nan<T>() : small_extreme<greater>(a, b);
}
template <class T>
CUDA_EMULATOR_INLINE T small_relu(T a) {
  return small_is_nan(a) ? small_nan<T>() : a.bits() & 0x8000 ? T::from_bits(0) : a;
}

}  // namespace cuda_emulator

// ---- functions of both types; `word` is each type's spelling: half or bfloat16, half2 or bfloat162 ----
#define CUDA_EMULATOR_SMALL_INTEGER(T, word, Integer, name, suffix, rounding) \
  inline Integer __##word##2##name##_##suffix(T a) {                          \
    return cuda_emulator::small_to_integer<Integer>(a.value(), rounding);     \
  }                                                                           \
  inline T __##name##2##word##_##suffix(Integer v) {                          \
    return T(cuda_emulator::integer_to_odd(v), rounding);                     \
  }
#define CUDA_EMULATOR_SMALL_MODE(T, word, suffix, rounding)                       \
  CUDA_EMULATOR_SMALL_INTEGER(T, word, int, int, suffix, rounding)                \
  CUDA_EMULATOR_SMALL_INTEGER(T, word, unsigned, uint, suffix, rounding)          \
  CUDA_EMULATOR_SMALL_INTEGER(T, word, short, short, suffix, rounding)            \
  CUDA_EMULATOR_SMALL_INTEGER(T, word, unsigned short, ushort, suffix, rounding)  \
  CUDA_EMULATOR_SMALL_INTEGER(T, word, long long, ll, suffix, rounding)           \
  CUDA_EMULATOR_SMALL_INTEGER(T, word, unsigned long long, ull, suffix, rounding) \
  inline T __float2##word##_##suffix(float v) {                                   \
    return T(static_cast<double>(v), rounding);                                   \
  }

// An operation for numbers and for pairs.
#define CUDA_EMULATOR_SMALL_ONE(T, T2, name, name2, expression) \
  CUDA_EMULATOR_INLINE T name(T a) {                            \
    return expression;                                          \
  }                                                             \
  CUDA_EMULATOR_INLINE T2 name2(T2 v) {                         \
    return {name(v.x), name(v.y)};                              \
  }
#define CUDA_EMULATOR_SMALL_TWO(T, T2, name, name2, expression) \
  CUDA_EMULATOR_INLINE T name(T a, T b) {                       \
    return expression;                                          \
  }                                                             \
  CUDA_EMULATOR_INLINE T2 name2(T2 v, T2 w) {                   \
    return {name(v.x, w.x), name(v.y, w.y)};                    \
  }
#define CUDA_EMULATOR_SMALL_THREE(T, T2, name, name2, expression) \
  CUDA_EMULATOR_INLINE T name(T a, T b, T c) {                    \
    return expression;                                            \
  }                                                               \
  CUDA_EMULATOR_INLINE T2 name2(T2 u, T2 v, T2 w) {               \
    return {name(u.x, v.x, w.x), name(u.y, v.y, w.y)};            \
  }
// Mathematics: in double and rounded, so at least as exact as a GPU's.
#define CUDA_EMULATOR_SMALL_MATH(T, T2, name, expression)   \
  inline T h##name(T a) {                                   \
    const double x = a.value();                             \
    return T(expression, cuda_emulator::Rounding::nearest); \
  }                                                         \
  inline T2 h2##name(T2 v) {                                \
    return {h##name(v.x), h##name(v.y)};                    \
  }
// Each comparison as bool, for pairs as 1.0 or 0.0, as masks, and for both; u: true if one of the two is NaN.
#define CUDA_EMULATOR_SMALL_COMPARE_AS(T, T2, name, expression)                             \
  CUDA_EMULATOR_INLINE bool __h##name(T a, T b) {                                           \
    return expression;                                                                      \
  }                                                                                         \
  CUDA_EMULATOR_INLINE T2 __h##name##2(T2 v, T2 w) {                                        \
    return {T(__h##name(v.x, w.x) ? 1.0f : 0.0f), T(__h##name(v.y, w.y) ? 1.0f : 0.0f)};    \
  }                                                                                         \
  CUDA_EMULATOR_INLINE unsigned __h##name##2_mask(T2 v, T2 w) {                             \
    return (__h##name(v.x, w.x) ? 0xffffu : 0u) | (__h##name(v.y, w.y) ? 0xffff0000u : 0u); \
  }                                                                                         \
  CUDA_EMULATOR_INLINE bool __hb##name##2(T2 v, T2 w) {                                     \
    return __h##name(v.x, w.x) && __h##name(v.y, w.y);                                      \
  }
#define CUDA_EMULATOR_SMALL_COMPARE(T, T2, name, relation)                                                  \
  CUDA_EMULATOR_SMALL_COMPARE_AS(T, T2, name, a.value() relation b.value() && !__hisnan(a) && !__hisnan(b)) \
  CUDA_EMULATOR_SMALL_COMPARE_AS(T, T2, name##u, a.value() relation b.value() || __hisnan(a) || __hisnan(b))

#define CUDA_EMULATOR_SMALL_FLOAT(T, T2, word, word2)                                                          \
  CUDA_EMULATOR_SMALL_MODE(T, word, rn, cuda_emulator::Rounding::nearest)                                      \
  CUDA_EMULATOR_SMALL_MODE(T, word, rz, cuda_emulator::Rounding::to_zero)                                      \
  CUDA_EMULATOR_SMALL_MODE(T, word, ru, cuda_emulator::Rounding::up)                                           \
  CUDA_EMULATOR_SMALL_MODE(T, word, rd, cuda_emulator::Rounding::down)                                         \
  inline T __float2##word(float v) {                                                                           \
    return T(v);                                                                                               \
  }                                                                                                            \
  inline T __double2##word(double v) {                                                                         \
    return T(v);                                                                                               \
  }                                                                                                            \
  inline float __##word##2float(T a) {                                                                         \
    return a.value();                                                                                          \
  }                                                                                                            \
  inline signed char __##word##2char_rz(T a) {                                                                 \
    return cuda_emulator::small_to_integer<signed char>(a.value(), cuda_emulator::Rounding::to_zero);          \
  }                                                                                                            \
  inline unsigned char __##word##2uchar_rz(T a) {                                                              \
    return cuda_emulator::small_to_integer<unsigned char>(a.value(), cuda_emulator::Rounding::to_zero);        \
  }                                                                                                            \
  inline short __##word##_as_short(T a) {                                                                      \
    return static_cast<short>(a.bits());                                                                       \
  }                                                                                                            \
  inline unsigned short __##word##_as_ushort(T a) {                                                            \
    return a.bits();                                                                                           \
  }                                                                                                            \
  inline T __short_as_##word(short bits) {                                                                     \
    return T::from_bits(static_cast<unsigned short>(bits));                                                    \
  }                                                                                                            \
  inline T __ushort_as_##word(unsigned short bits) {                                                           \
    return T::from_bits(bits);                                                                                 \
  }                                                                                                            \
  /* pairs */                                                                                                  \
  inline T2 make_##word2(T x, T y) {                                                                           \
    return {x, y};                                                                                             \
  }                                                                                                            \
  inline T2 __halves2##word2(T x, T y) {                                                                       \
    return {x, y};                                                                                             \
  }                                                                                                            \
  inline T2 __##word##2##word2(T a) {                                                                          \
    return {a, a};                                                                                             \
  }                                                                                                            \
  inline T2 __float2##word2##_rn(float v) {                                                                    \
    return {T(v), T(v)};                                                                                       \
  }                                                                                                            \
  inline T2 __floats2##word2##_rn(float x, float y) {                                                          \
    return {T(x), T(y)};                                                                                       \
  }                                                                                                            \
  inline T2 __float22##word2##_rn(float2 v) {                                                                  \
    return {T(v.x), T(v.y)};                                                                                   \
  }                                                                                                            \
  inline float2 __##word2##2float2(T2 v) {                                                                     \
    return {v.x.value(), v.y.value()};                                                                         \
  }                                                                                                            \
  inline float __low2float(T2 v) {                                                                             \
    return v.x.value();                                                                                        \
  }                                                                                                            \
  inline float __high2float(T2 v) {                                                                            \
    return v.y.value();                                                                                        \
  }                                                                                                            \
  inline T __low2##word(T2 v) {                                                                                \
    return v.x;                                                                                                \
  }                                                                                                            \
  inline T __high2##word(T2 v) {                                                                               \
    return v.y;                                                                                                \
  }                                                                                                            \
  inline T2 __low2##word2(T2 v) {                                                                              \
    return {v.x, v.x};                                                                                         \
  }                                                                                                            \
  inline T2 __high2##word2(T2 v) {                                                                             \
    return {v.y, v.y};                                                                                         \
  }                                                                                                            \
  inline T2 __lowhigh2highlow(T2 v) {                                                                          \
    return {v.y, v.x};                                                                                         \
  }                                                                                                            \
  inline T2 __lows2##word2(T2 v, T2 w) {                                                                       \
    return {v.x, w.x};                                                                                         \
  }                                                                                                            \
  inline T2 __highs2##word2(T2 v, T2 w) {                                                                      \
    return {v.y, w.y};                                                                                         \
  }                                                                                                            \
  /* arithmetic */                                                                                             \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hadd, __hadd2, a + b)                                                       \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hsub, __hsub2, a - b)                                                       \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hmul, __hmul2, a* b)                                                        \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hdiv, __h2div, a / b)                                                       \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hadd_rn, __hadd2_rn, a + b)                                                 \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hsub_rn, __hsub2_rn, a - b)                                                 \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hmul_rn, __hmul2_rn, a* b)                                                  \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hadd_sat, __hadd2_sat,                                                      \
                          cuda_emulator::small_saturated<T>(cuda_emulator::add_to_odd(a.value(), b.value())))  \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hsub_sat, __hsub2_sat,                                                      \
                          cuda_emulator::small_saturated<T>(cuda_emulator::add_to_odd(a.value(), -b.value()))) \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hmul_sat, __hmul2_sat,                                                      \
                          cuda_emulator::small_saturated<T>(double{a.value()} * b.value()))                    \
  CUDA_EMULATOR_SMALL_THREE(T, T2, __hfma, __hfma2, cuda_emulator::small_fma(a, b, c))                         \
  CUDA_EMULATOR_SMALL_THREE(                                                                                   \
      T, T2, __hfma_sat, __hfma2_sat,                                                                          \
      cuda_emulator::small_saturated<T>(cuda_emulator::fma_to_odd(a.value(), b.value(), c.value())))           \
  CUDA_EMULATOR_SMALL_THREE(T, T2, __hfma_relu, __hfma2_relu,                                                  \
                            cuda_emulator::small_relu(cuda_emulator::small_fma(a, b, c)))                      \
  /* complex numbers, the real part first: a * b + c */                                                        \
  CUDA_EMULATOR_INLINE T2 __hcmadd(T2 a, T2 b, T2 c) {                                                         \
    return {__hfma(-a.y, b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y))};                \
  }                                                                                                            \
  CUDA_EMULATOR_SMALL_ONE(T, T2, __hneg, __hneg2, -a)                                                          \
  CUDA_EMULATOR_SMALL_ONE(T, T2, __habs, __habs2, T::from_bits(a.bits() & 0x7fff))                             \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hmax, __hmax2, cuda_emulator::small_extreme<true>(a, b))                    \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hmin, __hmin2, cuda_emulator::small_extreme<false>(a, b))                   \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hmax_nan, __hmax2_nan, cuda_emulator::small_extreme_nan<true>(a, b))        \
  CUDA_EMULATOR_SMALL_TWO(T, T2, __hmin_nan, __hmin2_nan, cuda_emulator::small_extreme_nan<false>(a, b))       \
  CUDA_EMULATOR_INLINE bool __hisnan(T a) {                                                                    \
    return cuda_emulator::small_is_nan(a);                                                                     \
  }                                                                                                            \
  CUDA_EMULATOR_INLINE T2 __hisnan2(T2 v) {                                                                    \
    return {T(__hisnan(v.x) ? 1.0f : 0.0f), T(__hisnan(v.y) ? 1.0f : 0.0f)};                                   \
  }                                                                                                            \
  CUDA_EMULATOR_INLINE int __hisinf(T a) {                                                                     \
    return std::isinf(a.value()) ? (a.bits() & 0x8000 ? -1 : 1) : 0;                                           \
  }                                                                                                            \
  CUDA_EMULATOR_SMALL_COMPARE(T, T2, eq, ==)                                                                   \
  CUDA_EMULATOR_SMALL_COMPARE(T, T2, ne, !=)                                                                   \
  CUDA_EMULATOR_SMALL_COMPARE(T, T2, lt, <)                                                                    \
  CUDA_EMULATOR_SMALL_COMPARE(T, T2, le, <=)                                                                   \
  CUDA_EMULATOR_SMALL_COMPARE(T, T2, gt, >)                                                                    \
  CUDA_EMULATOR_SMALL_COMPARE(T, T2, ge, >=)                                                                   \
  /* mathematics */                                                                                            \
  CUDA_EMULATOR_SMALL_MATH(T, T2, sqrt, std::sqrt(x))                                                          \
  CUDA_EMULATOR_SMALL_MATH(T, T2, rsqrt, 1 / std::sqrt(x))                                                     \
  CUDA_EMULATOR_SMALL_MATH(T, T2, rcp, 1 / x)                                                                  \
  CUDA_EMULATOR_SMALL_MATH(T, T2, exp, std::exp(x))                                                            \
  CUDA_EMULATOR_SMALL_MATH(T, T2, exp2, std::exp2(x))                                                          \
  CUDA_EMULATOR_SMALL_MATH(T, T2, exp10, std::pow(10.0, x))                                                    \
  CUDA_EMULATOR_SMALL_MATH(T, T2, log, std::log(x))                                                            \
  CUDA_EMULATOR_SMALL_MATH(T, T2, log2, std::log2(x))                                                          \
  CUDA_EMULATOR_SMALL_MATH(T, T2, log10, std::log10(x))                                                        \
  CUDA_EMULATOR_SMALL_MATH(T, T2, sin, std::sin(x))                                                            \
  CUDA_EMULATOR_SMALL_MATH(T, T2, cos, std::cos(x))                                                            \
  CUDA_EMULATOR_SMALL_MATH(T, T2, tanh, std::tanh(x))                                                          \
  inline T htanh_approx(T a) { /* cut off by the hardware */                                                   \
    return T(cuda_emulator::tanh_approx(a.value()), cuda_emulator::Rounding::to_zero);                         \
  }                                                                                                            \
  inline T2 h2tanh_approx(T2 v) {                                                                              \
    return {htanh_approx(v.x), htanh_approx(v.y)};                                                             \
  }                                                                                                            \
  CUDA_EMULATOR_SMALL_MATH(T, T2, floor, std::floor(x))                                                        \
  CUDA_EMULATOR_SMALL_MATH(T, T2, ceil, std::ceil(x))                                                          \
  CUDA_EMULATOR_SMALL_MATH(T, T2, trunc, std::trunc(x))                                                        \
  CUDA_EMULATOR_SMALL_MATH(T, T2, rint, std::nearbyint(x))

#ifdef __CUDACC__
#include "emulator/atomics.hpp"
// A pair's halves are added in one atomic operation here; CUDA guarantees it only for each half.
#define CUDA_EMULATOR_SMALL_ATOMIC(T) \
  CUDA_EMULATOR_ATOMIC(T, atomicAdd, (T * p, T v), return cuda_emulator::atomic_update(p, [=](T o) { return o + v; }))
#else
#define CUDA_EMULATOR_SMALL_ATOMIC(T)
#endif
