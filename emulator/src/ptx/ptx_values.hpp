// Shared by the instructions of inline PTX: types by their names, registers as values, roundings.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

#include "ptx/ptx_tables.hpp"

namespace cuda_emulator {

template <class T>
T get(Word word) {
  T value;
  std::memcpy((void*)&value, &word, sizeof value);
  return value;
}
template <class T>
void put(Word& word, T value) {
  word = 0;
  std::memcpy(&word, &value, sizeof value);
}

// ---- types
template <class F>
auto with_integer(std::string_view type, F f) -> decltype(f(int{})) {
  if (type == "s32") return f(std::int32_t{});
  if (type == "u32" || type == "b32") return f(std::uint32_t{});
  if (type == "s64") return f(std::int64_t{});
  if (type == "u64" || type == "b64") return f(std::uint64_t{});
  if (type == "s16") return f(std::int16_t{});
  if (type == "u16" || type == "b16") return f(std::uint16_t{});
  if (type == "s8") return f(std::int8_t{});
  if (type == "u8" || type == "b8") return f(std::uint8_t{});
  throw PtxError("the type ." + std::string(type) + " does not fit here");
}
template <class F>
auto with_real(std::string_view type, F f) -> decltype(f(float{})) {
  if (type == "f32") return f(float{});
  if (type == "f64") return f(double{});
  if (type == "f16") return f(__half{});
  if (type == "bf16") return f(__nv_bfloat16{});
  if (type == "f16x2") return f(__half2{});
  if (type == "bf16x2") return f(__nv_bfloat162{});
  throw PtxError("the type ." + std::string(type) + " does not fit here");
}
template <class F>
auto with_number(std::string_view type, F f) -> decltype(f(int{})) {
  if (type[0] == 'f' || type.substr(0, 2) == "bf") return with_real(type, f);
  return with_integer(type, f);
}
// Integers in 64 bits, whatever their type: an operation is then compiled twice, signed and unsigned, and not for each
// type. What is stored has the bits of the type, and zeros above.
template <class T>
T widened(Word word, unsigned bits) {
  static_assert(sizeof(T) == sizeof(Word));
  return static_cast<T>(word << (64 - bits)) >> (64 - bits);
}
inline Word narrowed(Word value, unsigned bits) {
  return widened<Word>(value, bits);
}
inline bool is_integer(std::string_view type) {
  return type[0] == 's' || type[0] == 'u' || (type[0] == 'b' && type[1] != 'f');
}
template <class F>
auto with_wide_integer(std::string_view type, F f) -> decltype(f(Word{}, 0u)) {
  const unsigned bits = with_integer(type, [](auto t) { return static_cast<unsigned>(sizeof t * 8); });
  return type[0] == 's' ? f(std::int64_t{}, bits) : f(Word{}, bits);
}
inline bool is_type(std::string_view w) {
  for (const std::string_view t : {"s8",  "u8",  "b8",   "s16",   "u16",    "b16", "s32", "u32",  "b32",  "s64", "u64",
                                   "b64", "f16", "bf16", "f16x2", "bf16x2", "f32", "f64", "pred", "tf32", "b128"}) {
    if (w == t) return true;
  }
  return false;
}
inline std::string last_type(const PtxStatement& s) {
  for (std::size_t i = s.words.size(); i-- > 1;) {
    if (is_type(s.words[i])) return s.words[i];
  }
  throw PtxError(s.words[0] + " needs a type");
}
template <class T>
constexpr bool is_small = std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;
template <class T>
constexpr bool is_pair = std::is_same_v<T, __half2> || std::is_same_v<T, __nv_bfloat162>;
template <class T>
constexpr bool is_real = std::is_floating_point_v<T>;

template <class T, class F>
T lanewise(F f, T a, T b) {
  if constexpr (is_pair<T>) {
    return T(f(a.x, b.x), f(a.y, b.y));
  } else {
    return static_cast<T>(f(a, b));
  }
}

template <class T, class F>
PtxStep binary(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
  return [=](Word* r) { put<T>(r[d], f(get<T>(r[a]), get<T>(r[b]))); };
}
template <class T, class F>
PtxStep wide_binary(const PtxStatement& s, unsigned bits, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
  return [=](Word* r) { r[d] = narrowed(static_cast<Word>(f(widened<T>(r[a], bits), widened<T>(r[b], bits))), bits); };
}
template <class T, class F>
PtxStep unary(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  return [=](Word* r) { put<T>(r[d], f(get<T>(r[a]))); };
}
template <class T, class F>
PtxStep ternary(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) { put<T>(r[d], f(get<T>(r[a]), get<T>(r[b]), get<T>(r[c]))); };
}

inline int rounding_of(const PtxStatement& s) {
  for (const std::string& w : s.words) {
    if (w == "rz") return FE_TOWARDZERO;
    if (w == "rm") return FE_DOWNWARD;
    if (w == "rp") return FE_UPWARD;
  }
  return FE_TONEAREST;
}
// The arithmetic uses volatile, so that the compiler performs it here and with this rounding.
template <class T, class F>
T rounded_as(int mode, F f) {
  if (mode == FE_TONEAREST) return f();
  const int before = std::fegetround();
  if (std::fesetround(mode) != 0) lacks_rounding();
  const volatile T result = f();
  std::fesetround(before);
  return result;
}
template <class T>
T saturated(T x) {
  return !(x > T(0)) ? T(0) : x > T(1) ? T(1) : x;
}
template <class T>
T wrapped(T a, T b, char op) {
  using U = std::make_unsigned_t<decltype(T{} + 0)>;
  const U x = static_cast<U>(a), y = static_cast<U>(b);
  return static_cast<T>(op == '+' ? x + y : op == '-' ? x - y : x * y);
}
template <class T>
bool not_a_number(T x) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return std::isnan(static_cast<double>(x));
  }
}
// Of a number and a NaN the number, unless .NaN is given.
template <class T>
T extreme(T a, T b, bool largest, bool keeps_nan) {
  if (not_a_number(a)) return keeps_nan ? a : b;
  if (not_a_number(b)) return keeps_nan ? b : a;
  return (b < a) != largest ? b : a;
}
inline std::size_t size_of_type(const std::string& type) {
  if (type == "b128") return 16;
  return with_number(type, [](auto t) { return sizeof t; });
}

}  // namespace cuda_emulator
