// Inline PTX: bits, shifts, bytes.
#include <algorithm>
#include <bit>

#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// Of integers of so many bits.
Word shifted_left(Word a, unsigned n, unsigned bits) {
  return n >= bits ? 0 : narrowed(a << n, bits);
}
template <class T>
T shifted_right(T a, unsigned n, unsigned bits) {
  if (n >= bits) return a < 0 ? static_cast<T>(-1) : T(0);
  return a >> n;
}
Word ones_below(unsigned length) {
  return length >= 64 ? ~Word{0} : (Word{1} << length) - 1;
}
unsigned bits_of(const PtxStatement& s) {
  return with_wide_integer(last_type(s), [](auto, unsigned bits) { return bits; });
}

template <class F>
PtxStep bitwise(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
  const bool na = s.arguments[1].negated, nb = s.arguments[2].negated;
  if (last_type(s) == "pred") return [=](Word* r) { r[d] = f(Word{(r[a] != 0) != na}, Word{(r[b] != 0) != nb}) & 1; };
  return [=, bits = bits_of(s)](Word* r) { r[d] = narrowed(f(r[a], r[b]), bits); };
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
  const unsigned bits = bits_of(s);
  if (s.words[0] == "bfi") {
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
              c = only(s.arguments.at(3)), e = only(s.arguments.at(4));
    return [=](Word* r) {
      const unsigned position = static_cast<unsigned>(r[c] & 0xff), length = static_cast<unsigned>(r[e] & 0xff);
      const Word mask = shifted_left(ones_below(length), position, bits);
      r[d] = narrowed((r[b] & ~mask) | (shifted_left(r[a], position, bits) & mask), bits);
    };
  }
  const bool is_signed = last_type(s)[0] == 's';
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    const unsigned position = static_cast<unsigned>(r[b] & 0xff), length = static_cast<unsigned>(r[c] & 0xff);
    const Word value = narrowed(r[a], bits), ones = ones_below(length);
    const bool sign = is_signed && length > 0 && (value >> std::min(position + length - 1, bits - 1) & 1);
    const Word field = shifted_right(value, position, bits) & ones;
    r[d] = narrowed(sign ? field | ~ones : field, bits);
  };
}

// The result has 32 bits for any operand.
template <class F>
PtxStep count_bits(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  return [=, bits = bits_of(s)](Word* r) { r[d] = static_cast<std::uint32_t>(f(narrowed(r[a], bits), bits)); };
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
  return [=, bits = bits_of(s)](Word* r) { r[d] = narrowed(~r[a], bits); };
}
PtxStep shift(const PtxStatement& s) {
  const bool left = s.words[0] == "shl";
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
  return with_wide_integer(last_type(s), [&](auto t, unsigned bits) -> PtxStep {
    using T = decltype(t);
    return [=](Word* r) {
      const auto n = static_cast<unsigned>(r[b]);
      r[d] = left ? shifted_left(r[a], n, bits)
                  : narrowed(static_cast<Word>(shifted_right(widened<T>(r[a], bits), n, bits)), bits);
    };
  });
}
PtxStep find_bit(const PtxStatement& s) {
  const bool shift = s.has("shiftamt"), is_signed = last_type(s)[0] == 's';
  return count_bits(s, [=](Word x, unsigned bits) {
    if (is_signed && widened<std::int64_t>(x, bits) < 0) x = narrowed(~x, bits);
    if (x == 0) return 0xffffffffu;
    const unsigned place = 63 - static_cast<unsigned>(std::countl_zero(x));
    return shift ? bits - 1 - place : place;
  });
}
PtxStep reverse_bits(const PtxStatement& s) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  return [=, bits = bits_of(s)](Word* r) {
    Word result = 0;
    for (unsigned i = 0; i < bits; ++i) result = result << 1 | (r[a] >> i & 1);
    r[d] = result;
  };
}

}  // namespace

const PtxTable& ptx_bits() {
  using S = const PtxStatement&;
  static const PtxTable table = {
      {"and", [](S s) { return bitwise(s, [](Word a, Word b) { return a & b; }); }},
      {"or", [](S s) { return bitwise(s, [](Word a, Word b) { return a | b; }); }},
      {"xor", [](S s) { return bitwise(s, [](Word a, Word b) { return a ^ b; }); }},
      {"not", invert},
      {"lop3", logic3},
      {"prmt", permute_bytes},
      {"bfe", bit_field},
      {"bfi", bit_field},
      {"shl", shift},
      {"shr", shift},
      {"shf", funnel_shift},
      {"popc", [](S s) { return count_bits(s, [](Word x, unsigned) { return std::popcount(x); }); }},
      {"clz",
       [](S s) {
         return count_bits(s, [](Word x, unsigned bits) { return std::countl_zero(x) - 64 + static_cast<int>(bits); });
       }},
      {"bfind", find_bit},
      {"brev", reverse_bits},
  };
  return table;
}

}  // namespace cuda_emulator
