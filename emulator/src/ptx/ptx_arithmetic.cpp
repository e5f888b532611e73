// Inline PTX: sums, products, quotients, roots and the like.
#include <algorithm>
#include <cmath>
#include <limits>

#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// The carry flag of add.cc and similar instructions: it is passed from one statement to the next.
thread_local bool carry;

// The upper half of a product of integers of so many bits.
template <class T>
T high_product(T a, T b, unsigned bits) {
  using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
  return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> bits);
}

PtxStep add_or_subtract_integers(const PtxStatement& s, const std::string& type, bool subtract) {
  const bool sets = s.has("cc"), uses = s.words[0] == "addc" || s.words[0] == "subc";
  if (s.has("sat")) {
    return wide_binary<std::int64_t>(s, 32, [=](std::int64_t a, std::int64_t b) {
      return std::clamp<std::int64_t>(subtract ? a - b : a + b, INT32_MIN, INT32_MAX);
    });
  }
  return with_wide_integer(type, [&](auto, unsigned bits) -> PtxStep {
    if (!sets && !uses) return wide_binary<Word>(s, bits, [=](Word a, Word b) { return subtract ? a - b : a + b; });
    return wide_binary<Word>(s, bits, [=](Word a, Word b) {
      // A borrow is a missing carry.
      const Word y = subtract ? narrowed(~b, bits) : b;
      const bool in = uses ? (subtract ? !carry : carry) : subtract;
      const unsigned __int128 sum = static_cast<unsigned __int128>(a) + y + in;
      const bool out = sum >> bits & 1;
      if (sets) carry = subtract ? !out : out;
      return static_cast<Word>(sum);
    });
  });
}

PtxStep add_or_subtract(const PtxStatement& s, bool subtract) {
  const std::string type = last_type(s);
  if (is_integer(type)) return add_or_subtract_integers(s, type, subtract);
  return with_real(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_real<T>) {
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
  const std::string type = last_type(s);
  if (is_integer(type)) {
    return with_wide_integer(type, [&](auto t, unsigned bits) -> PtxStep {
      using T = decltype(t);
      if (s.has("hi")) return wide_binary<T>(s, bits, [=](T a, T b) { return high_product(a, b, bits); });
      const unsigned of_result = s.has("wide") ? std::min(2 * bits, 64u) : bits;
      const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
      return [=](Word* r) {
        r[d] = narrowed(static_cast<Word>(wrapped(widened<T>(r[a], bits), widened<T>(r[b], bits), '*')), of_result);
      };
    });
  }
  return with_real(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_real<T>) {
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

PtxStep multiply_add_integers(const PtxStatement& s, const std::string& type) {
  const bool sets = s.has("cc"), uses = s.words[0] == "madc", high = s.has("hi"), wide = s.has("wide");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return with_wide_integer(type, [&](auto t, unsigned bits) -> PtxStep {
    using T = decltype(t);
    const unsigned of_sum = wide ? std::min(2 * bits, 64u) : bits;
    return [=](Word* r) {
      const T x = widened<T>(r[a], bits), y = widened<T>(r[b], bits);
      const T product = high ? high_product(x, y, bits) : wrapped(x, y, '*');
      const unsigned __int128 sum = static_cast<unsigned __int128>(narrowed(static_cast<Word>(product), of_sum)) +
                                    narrowed(r[c], of_sum) + (uses && carry ? 1u : 0u);
      if (sets) carry = sum >> of_sum & 1;
      r[d] = narrowed(static_cast<Word>(sum), of_sum);
    };
  });
}

PtxStep multiply_add(const PtxStatement& s) {
  const std::string type = last_type(s);
  if (is_integer(type)) return multiply_add_integers(s, type);
  return with_real(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_real<T>) {
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
  const std::string type = last_type(s);
  const bool keeps = s.has("NaN");
  if (is_integer(type)) {
    return with_wide_integer(type, [&](auto t, unsigned bits) -> PtxStep {
      using T = decltype(t);
      return wide_binary<T>(s, bits, [=](T a, T b) { return (b < a) != largest ? b : a; });
    });
  }
  return with_real(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    return binary<T>(
        s, [=](T a, T b) { return lanewise([=](auto x, auto y) { return extreme(x, y, largest, keeps); }, a, b); });
  });
}

PtxStep divide(const PtxStatement& s, bool remainder) {
  const std::string type = last_type(s);
  if (is_integer(type)) {
    return with_wide_integer(type, [&](auto t, unsigned bits) -> PtxStep {
      using T = decltype(t);
      return wide_binary<T>(s, bits, [=](T a, T b) {
        if (b == 0) return remainder ? a : static_cast<T>(-1);
        if (std::is_signed_v<T> && b == static_cast<T>(-1)) return remainder ? T(0) : wrapped(T(0), a, '-');
        return static_cast<T>(remainder ? a % b : a / b);
      });
    });
  }
  return with_real(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_real<T>) {
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

// A function of floats and doubles; that of halves is the float's.
PtxStep function_of_reals(const PtxStatement& s, float (*f)(float), double (*of_double)(double)) {
  return with_real(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_pair<T>) {
      return unary<T>(s, [f](T x) {
        using One = decltype(x.x);
        return T(One(f(static_cast<float>(x.x))), One(f(static_cast<float>(x.y))));
      });
    } else if constexpr (std::is_same_v<T, double>) {
      return unary<T>(s, of_double);
    } else {
      return unary<T>(s, [f](T x) { return T(f(static_cast<float>(x))); });
    }
  });
}
template <class F>
PtxStep real_function(const PtxStatement& s, F f) {
  return function_of_reals(s, f, f);
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
  if constexpr (is_pair<T>) {
    return T(magnitude(x.x), magnitude(x.y));
  } else if constexpr (is_small<T>) {
    return T::from_bits(x.bits() & 0x7fff);
  } else {
    return std::fabs(x);
  }
}
template <class T>
T opposite(T x) {
  if constexpr (is_pair<T>) {
    return T(-x.x, -x.y);
  } else {
    return -x;
  }
}

PtxStep absolute_or_opposite(const PtxStatement& s, bool absolute) {
  const std::string type = last_type(s);
  if (is_integer(type)) {
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    return with_wide_integer(type, [&](auto, unsigned bits) -> PtxStep {
      return [=](Word* r) {
        const bool kept = absolute && widened<std::int64_t>(r[a], bits) >= 0;
        r[d] = narrowed(kept ? r[a] : 0 - r[a], bits);
      };
    });
  }
  return with_real(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    return unary<T>(s, [=](T x) { return absolute ? magnitude(x) : opposite(x); });
  });
}
PtxStep sum_of_differences(const PtxStatement& s) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return with_wide_integer(last_type(s), [&](auto t, unsigned bits) -> PtxStep {
    using T = decltype(t);
    return [=](Word* r) {
      const Word apart = widened<T>(r[a], bits) < widened<T>(r[b], bits) ? r[b] - r[a] : r[a] - r[b];
      r[d] = narrowed(r[c] + apart, bits);
    };
  });
}
PtxStep copy_sign(const PtxStatement& s) {
  return with_real(last_type(s), [&](auto t) -> PtxStep {
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
      {"abs", [](S s) { return absolute_or_opposite(s, true); }},
      {"neg", [](S s) { return absolute_or_opposite(s, false); }},
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
