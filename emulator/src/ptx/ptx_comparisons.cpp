// Inline PTX: comparisons, selections and conversions.
#include <cuda_fp8.h>

#include <cmath>
#include <limits>

#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

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
template <class T>
bool compared_as(const std::string& how, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const U x = static_cast<U>(a), y = static_cast<U>(b);
    if (how == "lo") return x < y;
    if (how == "ls") return x <= y;
    if (how == "hi") return x > y;
    if (how == "hs") return x >= y;
    if (how == "eq") return a == b;
    if (how == "ne") return a != b;
    if (how == "lt") return a < b;
    if (how == "le") return a <= b;
    return how == "gt" ? a > b : a >= b;
  } else {
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    return compared(how, x, y, std::isnan(x) || std::isnan(y));
  }
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
  return with_number(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_pair<T>) {
      throw PtxError("no comparison of pairs");
    } else {
      return [=](Word* r) {
        const bool result = compared_as<T>(how, get<T>(r[a]), get<T>(r[b]));
        const bool other = c >= 0 && (r[c] != 0) != not_c;
        const auto combined = [&](bool x) {
          return combine.empty() ? x : combine == "and" ? x && other : combine == "or" ? x || other : x != other;
        };
        const bool first = combined(result);
        if (q >= 0) r[q] = combined(!result);
        r[d] = as_mask ? (first ? 0xffffffff : 0) : as_float ? (first ? 0x3f800000 : 0) : first;
      };
    }
  });
}

// ---- conversions
template <class To, class From>
To to_number(From from, int mode, bool saturates) {
  if constexpr (std::is_same_v<To, From>) {
    if constexpr (is_real<To>) return saturates ? saturated(from) : from;
    return from;
  } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    if (saturates) {
      using L = std::numeric_limits<To>;
      const __int128 wide = from;
      return wide < __int128{L::min()} ? L::min() : wide > __int128{L::max()} ? L::max() : static_cast<To>(from);
    }
    return static_cast<To>(from);
  } else if constexpr (std::is_integral_v<To>) {  // from a floating-point number: rounded, then clamped to the type
    const double value = static_cast<double>(from);
    if (std::isnan(value)) return sizeof(To) == 8 ? std::numeric_limits<To>::min() : To(0);
    const double whole = rounded_as<double>(mode, [=] {
      const volatile double v = value;
      return std::nearbyint(v);
    });
    if (whole <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (whole >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(whole);
  } else if constexpr (is_real<To> && std::is_integral_v<From>) {
    return rounded_as<To>(mode, [=] {
      const volatile From v = from;
      return static_cast<To>(v);
    });
  } else if constexpr (is_real<To> && is_real<From>) {
    const To result = rounded_as<To>(mode, [=] {
      const volatile From v = from;
      return static_cast<To>(v);
    });
    return saturates ? saturated(result) : result;
  } else if constexpr (is_real<To>) {
    return static_cast<To>(static_cast<float>(from));
  } else {  // half and bfloat16 round once, from double
    const Rounding rounding = mode == FE_TOWARDZERO ? Rounding::to_zero
                              : mode == FE_UPWARD   ? Rounding::up
                              : mode == FE_DOWNWARD ? Rounding::down
                                                    : Rounding::nearest;
    constexpr int mantissa = std::is_same_v<To, __half> ? 10 : 7;
    double value = static_cast<double>(from);
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
        put(r[d], __half2(to_number<__half>(low, mode, saturates), to_number<__half>(high, mode, saturates)));
      } else {
        put(r[d], __nv_bfloat162(to_number<__nv_bfloat16>(low, mode, saturates),
                                 to_number<__nv_bfloat16>(high, mode, saturates)));
      }
    };
  }
  return with_number(types[0], [&](auto to) -> PtxStep {
    using To = decltype(to);
    return with_number(types[1], [&](auto from) -> PtxStep {
      using From = decltype(from);
      if constexpr (is_pair<To> || is_pair<From>) {
        throw PtxError("no such conversion");
      } else {
        return [=](Word* r) {
          const From value = get<From>(r[a]);
          if constexpr (is_real<To> && is_real<From>) {
            if (whole) {
              put<To>(r[d], static_cast<To>(rounded_as<From>(mode, [=] {
                        const volatile From v = value;
                        return std::nearbyint(v);
                      })));
              return;
            }
          }
          // A small integer is sign-extended to fill its register.
          const To result = to_number<To>(value, mode, saturates);
          if constexpr (std::is_integral_v<To> && sizeof(To) < 4 && std::is_signed_v<To>) {
            put<std::int32_t>(r[d], result);
          } else {
            put<To>(r[d], result);
          }
        };
      }
    });
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
