// Thrust's sorting algorithms, by way of copies: iterators may be pairs of others.
#pragma once
#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "emulator/thrust/iterators.hpp"
#include "emulator/thrust/radix_sort.hpp"

namespace thrust {
namespace emulated {

// Numbers in their usual order, or its reverse, are sorted by their bits, as on a GPU.
template <class T, class Less>
constexpr bool is_descending = std::is_same_v<Less, std::greater<>> || std::is_same_v<Less, std::greater<T>>;
template <class T, class Less>
constexpr bool by_bits = std::is_arithmetic_v<T> && sizeof(T) <= 8 &&
                         (is_descending<T, Less> || std::is_same_v<Less, std::less<>> ||
                          std::is_same_v<Less, std::less<T>>);

struct stable_sort_impl : Value {
  template <class It, class Less = std::less<>>
  void operator()(It first, It last, Less less = {}) const {
    if constexpr (std::is_pointer_v<It> && by_bits<ValueOf<It>, Less>) {
      const char* const none = nullptr;
      cuda_emulator::radix_sort(first, first, none, static_cast<char*>(nullptr), static_cast<std::size_t>(last - first),
                                is_descending<ValueOf<It>, Less>, {0, 64});
    } else if constexpr (std::is_pointer_v<It>) {
      std::stable_sort(first, last, less);
    } else {
      std::vector<ValueOf<It>> values(first, last);
      std::stable_sort(values.begin(), values.end(), less);
      for (auto& value : values) *first = std::move(value), ++first;
    }
  }
};
using sort_impl = stable_sort_impl;
struct stable_sort_by_key_impl : Value {
  static constexpr bool others_as_long = true;
  template <class Keys, class Values, class Less = std::less<>>
  void operator()(Keys first, Keys last, Values values, Less less = {}) const {
    using V = ValueOf<Values>;
    if constexpr (std::is_pointer_v<Keys> && by_bits<ValueOf<Keys>, Less> && std::is_default_constructible_v<V>) {
      const auto n = static_cast<std::size_t>(last - first);
      std::unique_ptr<V[]> copy(new V[n]);
      for (std::size_t i = 0; i < n; ++i) copy[i] = values[static_cast<std::ptrdiff_t>(i)];
      cuda_emulator::radix_sort(first, first, copy.get(), copy.get(), n, is_descending<ValueOf<Keys>, Less>, {0, 64});
      for (std::size_t i = 0; i < n; ++i) values[static_cast<std::ptrdiff_t>(i)] = copy[i];
      return;
    }
    std::vector<std::pair<ValueOf<Keys>, V>> pairs;
    pairs.reserve(static_cast<std::size_t>(last - first));
    Values value = values;
    for (Keys key = first; key != last; ++key, ++value) pairs.emplace_back(*key, *value);
    std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return less(a.first, b.first); });
    for (auto& pair : pairs) {
      *first = std::move(pair.first);
      *values = std::move(pair.second);
      ++first, ++values;
    }
  }
};
using sort_by_key_impl = stable_sort_by_key_impl;
struct is_sorted_until_impl : Iterators {
  template <class It, class Less = std::less<>>
  It operator()(It first, It last, Less less = {}) const {
    if (first == last) return last;
    for (It next = first; ++next != last; ++first) {
      if (less(*next, *first)) return next;
    }
    return last;
  }
};
struct is_sorted_impl : Value {
  template <class It, class Less = std::less<>>
  bool operator()(It first, It last, Less less = {}) const {
    return is_sorted_until_impl()(first, last, less) == last;
  }
};

}  // namespace emulated

CUDA_EMULATOR_THRUST(sort)
CUDA_EMULATOR_THRUST(stable_sort)
CUDA_EMULATOR_THRUST(sort_by_key)
CUDA_EMULATOR_THRUST(stable_sort_by_key)
CUDA_EMULATOR_THRUST(is_sorted)
CUDA_EMULATOR_THRUST(is_sorted_until)

}  // namespace thrust
