// Inline PTX: bits, shifts, bytes.
#include <algorithm>
#include <bit>

#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

template <class T>
T shifted_left(T a, unsigned n) {
  return n >= sizeof(T) * 8 ? T(0) : static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) << n);
}
template <class T>
T shifted_right(T a, unsigned n) {
  if (n >= sizeof(T) * 8) return std::is_signed_v<T> && a < 0 ? static_cast<T>(-1) : T(0);
  return static_cast<T>(a >> n);
}

template <class F>
PtxStep bitwise(const PtxStatement& s, F f) {
  const std::string type = last_type(s);
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
  const bool na = s.arguments[1].negated, nb = s.arguments[2].negated;
  if (type == "pred") return [=](Word* r) { r[d] = f(Word{(r[a] != 0) != na}, Word{(r[b] != 0) != nb}) & 1; };
  return with_integer(type, [&](auto t) -> PtxStep {
    using U = std::make_unsigned_t<decltype(t)>;
    return binary<U>(s, [f](U x, U y) { return static_cast<U>(f(x, y)); });
  });
}

PtxStep logic3(const PtxStatement& s) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3)), table = only(s.arguments.at(4));
  return [=](Word* r) {
    const Word x = r[a], y = r[b], z = r[c];
    Word result = 0;
    for (unsigned k = 0; k < 8; ++k) {
      if (!(r[table] >> k & 1)) continue;
      result |= (k & 4 ? x : ~x) & (k & 2 ? y : ~y) & (k & 1 ? z : ~z);
    }
    r[d] = result & 0xffffffff;
  };
}

PtxStep permute_bytes(const PtxStatement& s) {
  std::string mode;
  for (const std::string_view m : {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"}) {
    if (s.has(m)) mode = m;
  }
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    const Word bytes = (r[a] & 0xffffffff) | r[b] << 32;
    const unsigned select = static_cast<unsigned>(r[c]), n = select & 3;
    Word result = 0;
    for (unsigned k = 0; k < 4; ++k) {
      unsigned source = select >> (4 * k) & 15;
      if (mode == "f4e") source = n + k;
      if (mode == "b4e") source = (n - k) & 7;
      if (mode == "rc8") source = n;
      if (mode == "ecl") source = std::max(k, n);
      if (mode == "ecr") source = std::min(k, n);
      if (mode == "rc16") source = (n & 1) * 2 + (k & 1);
      Word byte = bytes >> (8 * (source & 7)) & 0xff;
      if (mode.empty() && (source & 8)) byte = byte & 0x80 ? 0xff : 0;  // all bits are the sign
      result |= byte << (8 * k);
    }
    r[d] = result;
  };
}

PtxStep bit_field(const PtxStatement& s) {
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    using U = std::make_unsigned_t<T>;
    constexpr unsigned bits = sizeof(T) * 8;
    if (s.words[0] == "bfi") {
      const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
                c = only(s.arguments.at(3)), e = only(s.arguments.at(4));
      return [=](Word* r) {
        const unsigned position = static_cast<unsigned>(r[c] & 0xff), length = static_cast<unsigned>(r[e] & 0xff);
        const U ones = length >= bits ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << length) - 1);
        const U mask = shifted_left(ones, position);
        put<U>(r[d], static_cast<U>((get<U>(r[b]) & ~mask) | (shifted_left(get<U>(r[a]), position) & mask)));
      };
    }
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
              c = only(s.arguments.at(3));
    return [=](Word* r) {
      const unsigned position = static_cast<unsigned>(r[b] & 0xff), length = static_cast<unsigned>(r[c] & 0xff);
      const U value = get<U>(r[a]);
      const bool sign = std::is_signed_v<T> && length > 0 && (value >> std::min(position + length - 1, bits - 1) & 1);
      const U ones = length >= bits ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << length) - 1);
      U field = static_cast<U>(shifted_right(value, position) & ones);
      if (sign) field = static_cast<U>(field | ~ones);
      put<U>(r[d], field);
    };
  });
}

template <class F>
PtxStep count_bits(const PtxStatement& s, F f) {  // the result has 32 bits for any operand
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    return [=](Word* r) { put<std::uint32_t>(r[d], static_cast<std::uint32_t>(f(get<T>(r[a])))); };
  });
}

PtxStep funnel_shift(const PtxStatement& s) {
  const bool left = s.has("l"), clamps = s.has("clamp");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    const Word both = (r[a] & 0xffffffff) | r[b] << 32;
    const unsigned n = clamps ? static_cast<unsigned>(std::min<Word>(r[c] & 0xffffffff, 32)) : r[c] & 31;
    r[d] = (left ? (n == 32 ? both << 32 : both << n) >> 32 : both >> n) & 0xffffffff;
  };
}

PtxStep invert(const PtxStatement& s) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  if (last_type(s) == "pred") return [=](Word* r) { r[d] = r[a] == 0; };
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using U = std::make_unsigned_t<decltype(t)>;
    return unary<U>(s, [](U x) { return static_cast<U>(~x); });
  });
}
PtxStep shift(const PtxStatement& s) {
  const std::string& op = s.words[0];
  const bool left = op == "shl";
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
    return [=](Word* r) {
      const auto n = static_cast<unsigned>(r[b]);
      put<T>(r[d], left ? shifted_left(get<T>(r[a]), n) : shifted_right(get<T>(r[a]), n));
    };
  });
}
PtxStep find_bit(const PtxStatement& s) {
  const bool shift = s.has("shiftamt");
  return count_bits(s, [shift](auto x) {
    using U = std::make_unsigned_t<decltype(x)>;
    const U bits = x < 0 ? static_cast<U>(~x) : static_cast<U>(x);
    if (bits == 0) return 0xffffffffu;
    const auto zeros = static_cast<unsigned>(std::countl_zero(bits));
    return shift ? zeros : static_cast<unsigned>(sizeof(U) * 8 - 1) - zeros;
  });
}
PtxStep reverse_bits(const PtxStatement& s) {
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using U = std::make_unsigned_t<decltype(t)>;
    return unary<U>(s, [](U x) {
      U result = 0;
      for (unsigned i = 0; i < sizeof(U) * 8; ++i) result = static_cast<U>(result << 1 | (x >> i & 1));
      return result;
    });
  });
}

}  // namespace

const PtxTable& ptx_bits() {
  using S = const PtxStatement&;
  static const PtxTable table = {
      {"and", [](S s) { return bitwise(s, [](auto a, auto b) { return a & b; }); }},
      {"or", [](S s) { return bitwise(s, [](auto a, auto b) { return a | b; }); }},
      {"xor", [](S s) { return bitwise(s, [](auto a, auto b) { return a ^ b; }); }},
      {"not", invert},
      {"lop3", logic3},
      {"prmt", permute_bytes},
      {"bfe", bit_field},
      {"bfi", bit_field},
      {"shl", shift},
      {"shr", shift},
      {"shf", funnel_shift},
      {"popc",
       [](S s) {
         return count_bits(s, [](auto x) { return std::popcount(static_cast<std::make_unsigned_t<decltype(x)>>(x)); });
       }},
      {"clz",
       [](S s) {
         return count_bits(s,
                           [](auto x) { return std::countl_zero(static_cast<std::make_unsigned_t<decltype(x)>>(x)); });
       }},
      {"bfind", find_bit},
      {"brev", reverse_bits},
  };
  return table;
}

}  // namespace cuda_emulator
