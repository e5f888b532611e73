// Inline PTX: comparisons, selections and conversions.
#include <cuda_fp8.h>

#include <cmath>
#include <limits>

#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// A value of any type: double and __int128 hold all of them exactly.
struct Number {
  bool is_real;
  double real;
  __int128 whole;
  static Number of(double real) { return {true, real, 0}; }
};
using ReadNumber = Number (*)(Word);
ReadNumber reader_of(std::string_view type) {
  return with_number(type, [](auto t) -> ReadNumber {
    using T = decltype(t);
    if constexpr (is_pair<T>) {
      throw PtxError("no comparison or conversion of pairs");
    } else if constexpr (std::is_integral_v<T>) {
      return [](Word word) { return Number{false, 0, get<T>(word)}; };
    } else {
      return [](Word word) { return Number::of(static_cast<double>(get<T>(word))); };
    }
  });
}

bool compared(const std::string& how, double a, double b, bool unordered) {
  if (how == "num") return !unordered;
  if (how == "nan") return unordered;
  const bool u = how.size() == 3 && how[2] == 'u';  // equ, neu, ltu, …: true as well if one is NaN
  if (unordered) return u;
  const std::string base = how.substr(0, 2);
  return base == "eq"   ? a == b
         : base == "ne" ? a != b
         : base == "lt" ? a < b
         : base == "le" ? a <= b
         : base == "gt" ? a > b
                        : a >= b;
}
bool compared_as(const std::string& how, const Number& a, const Number& b) {
  if (a.is_real) return compared(how, a.real, b.real, std::isnan(a.real) || std::isnan(b.real));
  if (how == "eq") return a.whole == b.whole;
  if (how == "ne") return a.whole != b.whole;
  if (how == "lt" || how == "lo") return a.whole < b.whole;
  if (how == "le" || how == "ls") return a.whole <= b.whole;
  return how == "gt" || how == "hi" ? a.whole > b.whole : a.whole >= b.whole;
}
// setp.lt.and.s32 p|q, a, b, c: p is (a < b) and c, q is not (a < b) and c. set gives all ones or 1.0.
PtxStep compare(const PtxStatement& s) {
  const std::string how = s.words.at(1), type = last_type(s);
  std::string combine;
  for (const std::string_view w : {"and", "or", "xor"}) {
    if (s.has(w)) combine = w;
  }
  const int d = only(s.arguments.at(0)), q = s.arguments[0].second, a = only(s.arguments.at(1)),
            b = only(s.arguments.at(2)), c = combine.empty() ? -1 : only(s.arguments.at(3));
  const bool not_c = c >= 0 && s.arguments[3].negated;
  const bool as_float = s.words[0] == "set" && s.has("f32") && s.words[s.words.size() - 2] == "f32";
  const bool as_mask = s.words[0] == "set" && !as_float;
  const auto number = reader_of(type);
  return [=](Word* r) {
    const bool result = compared_as(how, number(r[a]), number(r[b]));
    const bool other = c >= 0 && (r[c] != 0) != not_c;
    const auto combined = [&](bool x) {
      return combine.empty() ? x : combine == "and" ? x && other : combine == "or" ? x || other : x != other;
    };
    const bool first = combined(result);
    if (q >= 0) r[q] = combined(!result);
    r[d] = as_mask ? (first ? 0xffffffff : 0) : as_float ? (first ? 0x3f800000 : 0) : first;
  };
}

// ---- conversions
double rounded_whole(double value, int mode) {
  return rounded_as<double>(mode, [=] {
    const volatile double v = value;
    return std::nearbyint(v);
  });
}
template <class To>
To to_number(const Number& from, int mode, bool saturates) {
  if constexpr (std::is_integral_v<To>) {
    using L = std::numeric_limits<To>;
    if (!from.is_real) {
      if (!saturates) return static_cast<To>(from.whole);
      return from.whole < L::min() ? L::min() : from.whole > L::max() ? L::max() : static_cast<To>(from.whole);
    }
    // Rounded, then clamped to the type.
    if (std::isnan(from.real)) return sizeof(To) == 8 ? L::min() : To(0);
    const double whole = rounded_whole(from.real, mode);
    if (whole <= static_cast<double>(L::min())) return L::min();
    if (whole >= static_cast<double>(L::max())) return L::max();
    return static_cast<To>(whole);
  } else if constexpr (is_real<To>) {
    const To result = rounded_as<To>(mode, [&]() -> To {
      const volatile double real = from.real;
      const volatile std::int64_t low = static_cast<std::int64_t>(from.whole);
      const volatile std::uint64_t high = static_cast<std::uint64_t>(from.whole);
      return static_cast<To>(from.is_real     ? static_cast<To>(real)
                             : from.whole < 0 ? static_cast<To>(low)
                                              : static_cast<To>(high));
    });
    return saturates ? saturated(result) : result;
  } else {  // half and bfloat16 round once, from double
    const Rounding rounding = mode == FE_TOWARDZERO ? Rounding::to_zero
                              : mode == FE_UPWARD   ? Rounding::up
                              : mode == FE_DOWNWARD ? Rounding::down
                                                    : Rounding::nearest;
    constexpr int mantissa = std::is_same_v<To, __half> ? 10 : 7;
    double value = from.is_real ? from.real : static_cast<double>(from.whole);
    if (saturates) value = saturated(value);
    return To::from_bits(round_to_bits<mantissa>(value, rounding));
  }
}
// Pairs of eight-bit floats: from two floats, the first of which is the upper byte, from a pair of halves, or to one.
template <class Pair>
PtxStep convert_eight_bits(const PtxStatement& s, std::string_view type) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  const bool positive = s.has("relu");
  if (s.words.back() == type) {
    if (!s.has("f16x2")) throw PtxError("cvt from ." + std::string(type) + " is emulated to .f16x2");
    return [=](Word* r) {
      Pair pair;
      pair.__x = static_cast<unsigned short>(r[a]);
      __half2 value = static_cast<__half2>(pair);
      if (positive) value = __hmax2(value, __half2(__half(0.0f), __half(0.0f)));
      put(r[d], value);
    };
  }
  if (!s.has("satfinite")) throw PtxError("cvt to ." + std::string(type) + " needs .satfinite");
  const bool halves = s.words.back() == "f16x2";
  if (!halves && s.words.back() != "f32")
    throw PtxError("cvt to ." + std::string(type) + " is emulated from .f32 and .f16x2");
  const int b = halves ? -1 : only(s.arguments.at(2));
  return [=](Word* r) {
    float2 value = {};
    if (halves) {
      const __half2 pair = get<__half2>(r[a]);
      value = {static_cast<float>(pair.x), static_cast<float>(pair.y)};
    } else {
      value = {get<float>(r[b]), get<float>(r[a])};
    }
    if (positive) value = {value.x < 0 ? 0 : value.x, value.y < 0 ? 0 : value.y};
    r[d] = Pair(value).__x;
  };
}

PtxStep convert(const PtxStatement& s) {
  if (s.has("e4m3x2")) return convert_eight_bits<__nv_fp8x2_e4m3>(s, "e4m3x2");
  if (s.has("e5m2x2")) return convert_eight_bits<__nv_fp8x2_e5m2>(s, "e5m2x2");
  std::vector<std::string> types;
  for (const std::string& w : s.words) {
    if (is_type(w)) types.push_back(w);
  }
  if (types.size() < 2) throw PtxError("cvt needs two types");
  int mode = rounding_of(s);
  for (const std::string& w : s.words) {
    if (w == "rzi") mode = FE_TOWARDZERO;
    if (w == "rmi") mode = FE_DOWNWARD;
    if (w == "rpi") mode = FE_UPWARD;
    if (w == "rni") mode = FE_TONEAREST;
  }
  const bool saturates = s.has("sat"), whole = s.has("rni") || s.has("rzi") || s.has("rmi") || s.has("rpi");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  if (types[0] == "tf32") {  // to the nearest of 10 bits, ties away from zero
    return [=](Word* r) { r[d] = (get<float>(r[a]) != get<float>(r[a])) ? r[a] : (r[a] + 0x1000) & 0xffffe000; };
  }
  if (types[0] == "f16x2" || types[0] == "bf16x2") {  // the first operand is the upper half
    const int b = only(s.arguments.at(2));
    const bool half = types[0] == "f16x2";
    return [=](Word* r) {
      const float high = get<float>(r[a]), low = get<float>(r[b]);
      if (half) {
        put(r[d], __half2(to_number<__half>(Number::of(low), mode, saturates),
                          to_number<__half>(Number::of(high), mode, saturates)));
      } else {
        put(r[d], __nv_bfloat162(to_number<__nv_bfloat16>(Number::of(low), mode, saturates),
                                 to_number<__nv_bfloat16>(Number::of(high), mode, saturates)));
      }
    };
  }
  const auto number = reader_of(types[1]);
  return with_number(types[0], [&](auto to) -> PtxStep {
    using To = decltype(to);
    if constexpr (is_pair<To>) {
      throw PtxError("no such conversion");
    } else {
      return [=](Word* r) {
        Number from = number(r[a]);
        if (whole && from.is_real && !std::is_integral_v<To>) from.real = rounded_whole(from.real, mode);
        // A small integer is sign-extended to fill its register.
        const To result = to_number<To>(from, mode, saturates);
        if constexpr (std::is_integral_v<To> && sizeof(To) < 4 && std::is_signed_v<To>) {
          put<std::int32_t>(r[d], result);
        } else {
          put<To>(r[d], result);
        }
      };
    }
  });
}

PtxStep select(const PtxStatement& s) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            p = only(s.arguments.at(3));
  return [=](Word* r) { r[d] = r[p] ? r[a] : r[b]; };
}
PtxStep select_by_sign(const PtxStatement& s) {
  const bool real = s.words.back() == "f32";
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    const bool first = real ? get<float>(r[c]) >= 0 : get<std::int32_t>(r[c]) >= 0;
    r[d] = first ? r[a] : r[b];
  };
}
PtxStep test_property(const PtxStatement& s) {
  const std::string how = s.words.at(1);
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  const bool wide = last_type(s) == "f64";
  return [=](Word* r) {
    const double x = wide ? get<double>(r[a]) : static_cast<double>(get<float>(r[a]));
    const double least = wide ? std::numeric_limits<double>::min() : double{std::numeric_limits<float>::min()};
    const double size = std::fabs(x);
    r[d] = how == "finite"       ? std::isfinite(x)
           : how == "infinite"   ? std::isinf(x)
           : how == "number"     ? !std::isnan(x)
           : how == "notanumber" ? std::isnan(x)
           : how == "normal"     ? std::isfinite(x) && size >= least
                                 : size > 0 && size < least;
  };
}

}  // namespace

const PtxTable& ptx_comparisons() {
  static const PtxTable table = {
      {"setp", compare}, {"set", compare},         {"cvt", convert},
      {"selp", select},  {"slct", select_by_sign}, {"testp", test_property},
  };
  return table;
}

}  // namespace cuda_emulator
