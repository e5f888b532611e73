// Inline PTX: sums, products, quotients, roots and the like.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// The carry flag of add.cc and similar instructions: it is passed from one statement to the next.
thread_local bool carry;

template <class T>
T high_product(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> 64);
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> (sizeof(T) * 8));
  }
}
template <class T>
struct TwiceAsWide {
  using type = T;
};
template <>
struct TwiceAsWide<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct TwiceAsWide<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct TwiceAsWide<std::int32_t> {
  using type = std::int64_t;
};
template <>
struct TwiceAsWide<std::uint32_t> {
  using type = std::uint64_t;
};

PtxStep add_or_subtract(const PtxStatement& s, bool subtract) {
  const std::string type = last_type(s);
  const bool sets = s.has("cc"), uses = s.words[0] == "addc" || s.words[0] == "subc";
  return with_number(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      if (s.has("sat")) {
        return binary<T>(s, [=](T a, T b) {
          const std::int64_t exact = subtract ? static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b)
                                              : static_cast<std::int64_t>(a) + static_cast<std::int64_t>(b);
          return static_cast<T>(std::clamp<std::int64_t>(exact, INT32_MIN, INT32_MAX));
        });
      }
      if (sets || uses) {
        using U = std::make_unsigned_t<T>;
        return binary<T>(s, [=](T a, T b) {
          // A borrow is a missing carry.
          const U y = subtract ? static_cast<U>(~static_cast<U>(b)) : static_cast<U>(b);
          const bool in = uses ? (subtract ? !carry : carry) : subtract;
          const unsigned __int128 sum = static_cast<unsigned __int128>(static_cast<U>(a)) + y + in;
          const bool out = sum >> (sizeof(U) * 8) & 1;
          if (sets) carry = subtract ? !out : out;
          return static_cast<T>(static_cast<U>(sum));
        });
      }
      return binary<T>(s, [=](T a, T b) { return wrapped(a, b, subtract ? '-' : '+'); });
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      const bool saturates = s.has("sat");
      return binary<T>(s, [=](T a, T b) {
        const volatile T x = a, y = b;
        const T sum = rounded_as<T>(mode, [&] { return subtract ? x - y : x + y; });
        return saturates ? saturated(sum) : sum;
      });
    } else {
      return binary<T>(
          s, [=](T a, T b) { return lanewise([=](auto x, auto y) { return subtract ? x - y : x + y; }, a, b); });
    }
  });
}

PtxStep multiply(const PtxStatement& s) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      if (s.has("wide")) {
        using W = typename TwiceAsWide<T>::type;
        const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
        return [=](Word* r) { put<W>(r[d], static_cast<W>(get<T>(r[a])) * static_cast<W>(get<T>(r[b]))); };
      }
      if (s.has("hi")) return binary<T>(s, [](T a, T b) { return high_product(a, b); });
      return binary<T>(s, [](T a, T b) { return wrapped(a, b, '*'); });
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      const bool saturates = s.has("sat");
      return binary<T>(s, [=](T a, T b) {
        const volatile T x = a, y = b;
        const T product = rounded_as<T>(mode, [&] { return x * y; });
        return saturates ? saturated(product) : product;
      });
    } else {
      return binary<T>(s, [](T a, T b) { return lanewise([](auto x, auto y) { return x * y; }, a, b); });
    }
  });
}

PtxStep multiply_add(const PtxStatement& s) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      const bool sets = s.has("cc"), uses = s.words[0] == "madc", high = s.has("hi");
      const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
                c = only(s.arguments.at(3));
      if (s.has("wide")) {
        using W = typename TwiceAsWide<T>::type;
        return [=](Word* r) {
          const W product = static_cast<W>(get<T>(r[a])) * static_cast<W>(get<T>(r[b]));
          put<W>(r[d], wrapped(product, get<W>(r[c]), '+'));
        };
      }
      return [=](Word* r) {
        using U = std::make_unsigned_t<T>;
        const T x = get<T>(r[a]), y = get<T>(r[b]);
        const T product = high ? high_product(x, y) : wrapped(x, y, '*');
        const unsigned __int128 sum = static_cast<unsigned __int128>(static_cast<U>(product)) +
                                      static_cast<U>(get<T>(r[c])) + (uses && carry ? 1u : 0u);
        if (sets) carry = sum >> (sizeof(U) * 8) & 1;
        put<T>(r[d], static_cast<T>(static_cast<U>(sum)));
      };
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      const bool saturates = s.has("sat");
      return ternary<T>(s, [=](T a, T b, T c) {
        const volatile T x = a, y = b, z = c;
        const T sum = rounded_as<T>(mode, [&] { return std::fma(x, y, z); });
        return saturates ? saturated(sum) : sum;
      });
    } else if constexpr (is_pair<T>) {
      return ternary<T>(s, [](T a, T b, T c) { return __hfma2(a, b, c); });
    } else {
      return ternary<T>(s, [](T a, T b, T c) { return __hfma(a, b, c); });
    }
  });
}

PtxStep minimum(const PtxStatement& s, bool largest) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    const bool keeps = s.has("NaN");
    return binary<T>(
        s, [=](T a, T b) { return lanewise([=](auto x, auto y) { return extreme(x, y, largest, keeps); }, a, b); });
  });
}

PtxStep divide(const PtxStatement& s, bool remainder) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      return binary<T>(s, [=](T a, T b) {
        if (b == 0) return remainder ? a : static_cast<T>(-1);
        if (std::is_signed_v<T> && b == static_cast<T>(-1)) return remainder ? T(0) : wrapped(T(0), a, '-');
        return static_cast<T>(remainder ? a % b : a / b);
      });
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      return binary<T>(s, [=](T a, T b) {
        const volatile T x = a, y = b;
        return rounded_as<T>(mode, [&] { return x / y; });
      });
    } else {
      throw PtxError("no division of this type");
    }
  });
}

template <class F>
PtxStep real_function(const PtxStatement& s, F f) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_pair<T>) {
      return unary<T>(s, [f](T x) {
        using One = decltype(x.x);
        return T(One(static_cast<float>(f(static_cast<float>(x.x)))),
                 One(static_cast<float>(f(static_cast<float>(x.y)))));
      });
    } else if constexpr (is_small<T>) {
      return unary<T>(s, [f](T x) { return T(static_cast<float>(f(static_cast<float>(x)))); });
    } else if constexpr (is_real<T>) {
      return unary<T>(s, [f](T x) { return static_cast<T>(f(x)); });
    } else {
      throw PtxError("this function is for floating-point numbers");
    }
  });
}

PtxStep dot_product(const PtxStatement& s) {
  const bool signed_a = s.words.at(s.words.size() - 2)[0] == 's', signed_b = s.words.back()[0] == 's';
  const bool pairs = s.words[0] == "dp2a", high = s.has("hi");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    std::int64_t sum = static_cast<std::int32_t>(r[c]);
    const auto piece = [](Word word, unsigned bits, unsigned i, bool is_signed) -> std::int64_t {
      const Word raw = word >> (bits * i) & ((Word{1} << bits) - 1);
      return is_signed && raw >> (bits - 1) ? static_cast<std::int64_t>(raw) - (std::int64_t{1} << bits)
                                            : static_cast<std::int64_t>(raw);
    };
    for (unsigned i = 0; i < (pairs ? 2u : 4u); ++i) {
      sum += piece(r[a], pairs ? 16 : 8, i, signed_a) * piece(r[b], 8, pairs && high ? i + 2 : i, signed_b);
    }
    r[d] = static_cast<std::uint32_t>(sum);
  };
}

template <class T>
T magnitude(T x) {
  if constexpr (std::is_integral_v<T>) {
    return x < 0 ? wrapped(T(0), x, '-') : x;
  } else if constexpr (is_pair<T>) {
    return T(magnitude(x.x), magnitude(x.y));
  } else if constexpr (is_small<T>) {
    return T::from_bits(x.bits() & 0x7fff);
  } else {
    return std::fabs(x);
  }
}
template <class T>
T opposite(T x) {
  if constexpr (std::is_integral_v<T>) {
    return wrapped(T(0), x, '-');
  } else if constexpr (is_pair<T>) {
    return T(-x.x, -x.y);
  } else {
    return -x;
  }
}

PtxStep absolute(const PtxStatement& s) {
  return with_number(last_type(s),
                     [&](auto t) -> PtxStep { return unary<decltype(t)>(s, [](auto x) { return magnitude(x); }); });
}
PtxStep negate(const PtxStatement& s) {
  return with_number(last_type(s),
                     [&](auto t) -> PtxStep { return unary<decltype(t)>(s, [](auto x) { return opposite(x); }); });
}
PtxStep sum_of_differences(const PtxStatement& s) {
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    return ternary<T>(s, [](T a, T b, T c) { return static_cast<T>(c + (a < b ? b - a : a - b)); });
  });
}
PtxStep copy_sign(const PtxStatement& s) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_real<T>) {
      return binary<T>(s, [](T a, T b) { return std::copysign(b, a); });
    } else {
      throw PtxError("copysign is for f32 and f64");
    }
  });
}

}  // namespace

const PtxTable& ptx_arithmetic() {
  using S = const PtxStatement&;
  static const PtxTable table = {
      {"add", [](S s) { return add_or_subtract(s, false); }},
      {"addc", [](S s) { return add_or_subtract(s, false); }},
      {"sub", [](S s) { return add_or_subtract(s, true); }},
      {"subc", [](S s) { return add_or_subtract(s, true); }},
      {"mul", multiply},
      {"mul24", multiply},
      {"mad", multiply_add},
      {"madc", multiply_add},
      {"fma", multiply_add},
      {"mad24", multiply_add},
      {"min", [](S s) { return minimum(s, false); }},
      {"max", [](S s) { return minimum(s, true); }},
      {"div", [](S s) { return divide(s, false); }},
      {"rem", [](S s) { return divide(s, true); }},
      {"dp4a", dot_product},
      {"dp2a", dot_product},
      {"abs", absolute},
      {"neg", negate},
      {"sad", sum_of_differences},
      {"copysign", copy_sign},
      {"sqrt", [](S s) { return real_function(s, [](auto x) { return std::sqrt(x); }); }},
      {"rsqrt", [](S s) { return real_function(s, [](auto x) { return 1 / std::sqrt(x); }); }},
      {"rcp", [](S s) { return real_function(s, [](auto x) { return 1 / x; }); }},
      {"ex2", [](S s) { return real_function(s, [](auto x) { return std::exp2(x); }); }},
      {"lg2", [](S s) { return real_function(s, [](auto x) { return std::log2(x); }); }},
      {"sin", [](S s) { return real_function(s, [](auto x) { return std::sin(x); }); }},
      {"cos", [](S s) { return real_function(s, [](auto x) { return std::cos(x); }); }},
      {"tanh", [](S s) { return real_function(s, [](auto x) { return std::tanh(x); }); }},
  };
  return table;
}

}  // namespace cuda_emulator
