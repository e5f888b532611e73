// The sort of keys that are numbers: by their bits, eight at a time from the lowest, as in Thrust and CUB.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <type_traits>

namespace cuda_emulator {

template <std::size_t size>
struct KeyBits {};
template <>
struct KeyBits<1> {
  using type = std::uint8_t;
};
template <>
struct KeyBits<2> {
  using type = std::uint16_t;
};
template <>
struct KeyBits<4> {
  using type = std::uint32_t;
};
template <>
struct KeyBits<8> {
  using type = std::uint64_t;
};
template <>
struct KeyBits<16> {
  __extension__ using type = unsigned __int128;
};

// A number with the same order as the keys. -0 and +0 are the same, and NaN comes last.
template <class K>
auto ordered_bits(const K& key) {
  using Bits = typename KeyBits<sizeof(K)>::type;
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  Bits bits;
  std::memcpy(&bits, &key, sizeof bits);
  if constexpr (std::is_enum_v<K>) {
    return static_cast<Bits>(std::is_signed_v<std::underlying_type_t<K>> ? bits ^ sign : bits);
  } else if constexpr (std::is_integral_v<K> || sizeof(K) == 16) {
    return static_cast<Bits>(static_cast<K>(-1) < static_cast<K>(0) ? bits ^ sign : bits);
  } else {
    if (bits == sign) bits = 0;
    return static_cast<Bits>(bits & sign ? ~bits : bits | sign);
  }
}

// Bits [begin, end) of a key; end may be less than the key's width.
struct BitRange {
  int begin, end;
  template <class K>
  auto of(const K& key) const {
    auto bits = ordered_bits(key);
    using Bits = decltype(bits);
    constexpr int count = static_cast<int>(sizeof(Bits) * 8);
    if (end < count) bits &= static_cast<Bits>((Bits{1} << end) - 1);
    return static_cast<Bits>(bits >> begin);
  }
};

// Stable. Input and output may be the same; values, if there are any, are moved with their keys.
template <class K, class V>
void radix_sort(const K* in, K* out, const V* values, V* values_out, std::size_t n, bool descending, BitRange range) {
  range.end = std::min(range.end, static_cast<int>(sizeof(K) * 8));
  constexpr std::size_t few = 64;
  std::unique_ptr<K[]> keys(new K[2 * n]);
  std::unique_ptr<V[]> moved(values ? new V[2 * n] : nullptr);
  K *from = keys.get(), *to = from + n;
  V *values_from = moved.get(), *values_to = values ? values_from + n : nullptr;
  std::copy(in, in + n, from);
  if (values) std::copy(values, values + n, values_from);

  if (n <= few) {  // counting 256 digits would cost more than comparing
    std::size_t order[few];
    std::iota(order, order + n, std::size_t{0});
    std::stable_sort(order, order + n, [&](std::size_t a, std::size_t b) {
      const auto x = range.of(from[a]), y = range.of(from[b]);
      return descending ? y < x : x < y;
    });
    for (std::size_t i = 0; i < n; ++i) {
      to[i] = from[order[i]];
      if (values) values_to[i] = values_from[order[i]];
    }
    std::swap(from, to);
    std::swap(values_from, values_to);
  } else {
    for (int bit = range.begin; bit < range.end; bit += 8) {
      const BitRange digit{bit, std::min(bit + 8, range.end)};
      const unsigned flip = descending ? 255 : 0;
      const auto digit_of = [&](const K& key) { return (static_cast<unsigned>(digit.of(key)) & 255) ^ flip; };
      std::size_t places[256] = {};
      for (std::size_t i = 0; i < n; ++i) ++places[digit_of(from[i])];
      if (places[digit_of(from[0])] == n) continue;  // all the same
      std::exclusive_scan(places, places + 256, places, std::size_t{0});
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t place = places[digit_of(from[i])]++;
        to[place] = from[i];
        if (values) values_to[place] = values_from[i];
      }
      std::swap(from, to);
      std::swap(values_from, values_to);
    }
  }
  std::copy(from, from + n, out);
  if (values) std::copy(values_from, values_from + n, values_out);
}

}  // namespace cuda_emulator
