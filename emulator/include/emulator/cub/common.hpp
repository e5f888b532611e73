// What CUB's parts share: key-value pairs, double buffers, the order of keys by their bits.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <type_traits>

#include "emulator/thrust/all.hpp"

#define CUB_VERSION 300001
#define CubDebug(error) (error)
#define CubDebugExit(error)                                                                             \
  do {                                                                                                  \
    if (const cudaError_t cub_error_ = (error)) {                                                       \
      fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", static_cast<int>(cub_error_), __FILE__, __LINE__, \
              cudaGetErrorString(cub_error_));                                                          \
      exit(1);                                                                                          \
    }                                                                                                   \
  } while (0)

namespace cub {

struct NullType {};

template <class Key_, class Value_>
struct KeyValuePair {
  using Key = Key_;
  using Value = Value_;
  Key key;
  Value value;
  KeyValuePair() = default;
  KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
  bool operator!=(const KeyValuePair& other) const { return key != other.key || value != other.value; }
};
// Of equal values the lower index wins.
struct ArgMax {
  template <class K, class V>
  KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class K, class V>
  KeyValuePair<K, V> operator()(const KeyValuePair<K, V>& a, const KeyValuePair<K, V>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};

template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

inline unsigned LaneId() {
  return cuda_emulator::block_state.current % cuda_emulator::warp_size;
}
inline unsigned WarpId() {
  return cuda_emulator::block_state.current / cuda_emulator::warp_size;
}

namespace emulated {

template <class It>
using ValueOf = typename std::iterator_traits<It>::value_type;

// A number whose order is that of the keys: what a radix sort looks at, digit by digit. -0 and +0 are the same.
template <class T>
auto ordered_bits(const T& key) {
  using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  Bits bits = 0;
  std::memcpy(&bits, &key, sizeof(T));
  constexpr Bits sign = static_cast<Bits>(Bits{1} << (sizeof(Bits) * 8 - 1));
  if constexpr (std::is_integral_v<T>) {
    return static_cast<Bits>(std::is_signed_v<T> ? bits ^ sign : bits);
  } else {
    if (bits == sign) bits = 0;
    return static_cast<Bits>(bits & sign ? ~bits : bits | sign);
  }
}
template <class T>
bool digits_less(const T& a, const T& b, int begin_bit, int end_bit) {
  const auto x = ordered_bits(a), y = ordered_bits(b);
  const int bits = static_cast<int>(sizeof x * 8);
  const std::uint64_t mask = end_bit >= bits ? ~std::uint64_t{0} : (std::uint64_t{1} << end_bit) - 1;
  return (x & mask) >> begin_bit < (y & mask) >> begin_bit;
}

// The permutation that sorts: order[i] is the place that the i-th element comes from.
template <class Keys>
std::vector<std::size_t> radix_order(Keys keys, std::size_t count, bool descending, int begin_bit, int end_bit) {
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto x = keys[static_cast<std::ptrdiff_t>(a)], y = keys[static_cast<std::ptrdiff_t>(b)];
    return descending ? digits_less(y, x, begin_bit, end_bit) : digits_less(x, y, begin_bit, end_bit);
  });
  return order;
}

}  // namespace emulated
}  // namespace cub
