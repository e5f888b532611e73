// Thrust's algorithms that compute one value from many: sums, counts, extremes, searches, comparisons.
#pragma once
#include <functional>

#include "emulator/thrust/iterators.hpp"

namespace thrust {
namespace emulated {

// A GPU adds in a tree, not from left to right: here sums of many floats are as accurate.
template <class T, class Index, class Get, class Op>
T tree(Index first, Index count, Get& get, Op& op) {
  if (count <= 8) {
    T sum = get(first);
    for (Index i = 1; i < count; ++i) sum = op(sum, get(first + i));
    return sum;
  }
  const Index half = count / 2;
  T left = tree<T>(first, half, get, op);
  return op(left, tree<T>(first + half, count - half, get, op));
}
template <class T, class Get, class Op>
T fold(std::ptrdiff_t count, T initial, Get get, Op op) {
  return count <= 0 ? initial : op(initial, tree<T>(std::ptrdiff_t{0}, count, get, op));
}

struct reduce_impl : Value {
  template <class It>
  auto operator()(It first, It last) const {
    return (*this)(first, last, ValueOf<It>{}, std::plus<>());
  }
  template <class It, class T>
  T operator()(It first, It last, T initial) const {
    return (*this)(first, last, initial, std::plus<>());
  }
  template <class It, class T, class Op>
  T operator()(It first, It last, T initial, Op op) const {
    const T result = fold(
        last - first, initial, [&](std::ptrdiff_t i) -> T { return first[i]; },
        [&](const T& a, const T& b) -> T { return op(a, b); });
#ifdef CUDA_EMULATOR_TRACED
    if constexpr (std::is_arithmetic_v<T>) look_at_start(first, last - first, initial, result, op);
#endif
    return result;
  }

 private:
#ifdef CUDA_EMULATOR_TRACED
  template <class It, class T, class Op>
  static void look_at_start(It first, std::ptrdiff_t count, T initial, T result, Op op) {
    if (count < 2 || initial != T(0) || result != T(0) || !cuda_emulator_start_stays) return;
    const T one = first[0];
    if (op(one, one) != one) return;  // a sum, which may be 0
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      if (static_cast<T>(first[i]) == T(0)) return;
    }
    cuda_emulator_start_stays();
  }
#endif
};
struct transform_reduce_impl : Value {
  template <class It, class F, class T, class Op>
  T operator()(It first, It last, F f, T initial, Op op) const {
    return fold(
        last - first, initial, [&](std::ptrdiff_t i) -> T { return f(first[i]); },
        [&](const T& a, const T& b) -> T { return op(a, b); });
  }
};
struct inner_product_impl : Value {
  static constexpr bool others_as_long = true;
  template <class It, class It2, class T>
  T operator()(It first, It last, It2 other, T initial) const {
    return (*this)(first, last, other, initial, std::plus<>(), std::multiplies<>());
  }
  template <class It, class It2, class T, class Op, class F>
  T operator()(It first, It last, It2 other, T initial, Op op, F f) const {
    return fold(
        last - first, initial, [&](std::ptrdiff_t i) -> T { return f(first[i], other[i]); },
        [&](const T& a, const T& b) -> T { return op(a, b); });
  }
};
struct count_impl : Value {
  template <class It, class T>
  std::ptrdiff_t operator()(It first, It last, T value) const {
    std::ptrdiff_t n = 0;
    for (; first != last; ++first) n += *first == value;
    return n;
  }
};
struct count_if_impl : Value {
  template <class It, class P>
  std::ptrdiff_t operator()(It first, It last, P wanted) const {
    std::ptrdiff_t n = 0;
    for (; first != last; ++first) n += static_cast<bool>(wanted(*first));
    return n;
  }
};
struct min_element_impl : Iterators {
  template <class It, class Less = std::less<>>
  It operator()(It first, It last, Less less = {}) const {
    It best = first;
    for (; first != last; ++first) {
      if (less(*first, *best)) best = first;
    }
    return best;
  }
};
struct max_element_impl : Iterators {
  template <class It, class Less = std::less<>>
  It operator()(It first, It last, Less less = {}) const {
    It best = first;
    for (; first != last; ++first) {
      if (less(*best, *first)) best = first;
    }
    return best;
  }
};
struct minmax_element_impl : Iterators {
  template <class It, class Less = std::less<>>
  std::pair<It, It> operator()(It first, It last, Less less = {}) const {
    return {min_element_impl()(first, last, less), max_element_impl()(first, last, less)};
  }
};
struct all_of_impl : Value {
  template <class It, class P>
  bool operator()(It first, It last, P wanted) const {
    for (; first != last; ++first) {
      if (!wanted(*first)) return false;
    }
    return true;
  }
};
struct any_of_impl : Value {
  template <class It, class P>
  bool operator()(It first, It last, P wanted) const {
    for (; first != last; ++first) {
      if (wanted(*first)) return true;
    }
    return false;
  }
};
struct none_of_impl : Value {
  template <class It, class P>
  bool operator()(It first, It last, P wanted) const {
    return !any_of_impl()(first, last, wanted);
  }
};
struct find_if_impl : Iterators {
  template <class It, class P>
  It operator()(It first, It last, P wanted) const {
    while (first != last && !wanted(*first)) ++first;
    return first;
  }
};
struct find_if_not_impl : Iterators {
  template <class It, class P>
  It operator()(It first, It last, P wanted) const {
    while (first != last && wanted(*first)) ++first;
    return first;
  }
};
struct find_impl : Iterators {
  template <class It, class T>
  It operator()(It first, It last, T value) const {
    while (first != last && !(*first == value)) ++first;
    return first;
  }
};
struct equal_impl : Value {
  static constexpr bool others_as_long = true;
  template <class It, class It2, class Equal = std::equal_to<>>
  bool operator()(It first, It last, It2 other, Equal equal = {}) const {
    for (; first != last; ++first, ++other) {
      if (!equal(*first, *other)) return false;
    }
    return true;
  }
};
struct mismatch_impl : Iterators {
  template <class It, class It2, class Equal = std::equal_to<>>
  std::pair<It, It2> operator()(It first, It last, It2 other, Equal equal = {}) const {
    while (first != last && equal(*first, *other)) ++first, ++other;
    return {first, other};
  }
};
struct reduce_by_key_impl : Iterators {
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal = std::equal_to<>,
            class Op = std::plus<>>
  std::pair<KeysOut, ValuesOut> operator()(Keys first, Keys last, Values values, KeysOut keys_to, ValuesOut values_to,
                                           Equal equal = {}, Op op = {}) const {
    while (first != last) {
      const Keys begin = first;
      ValueOf<Keys> before = *first;
      for (++first; first != last && equal(before, *first); ++first) before = ValueOf<Keys>(*first);
      const std::ptrdiff_t count = first - begin;
      using T = ValueOf<Values>;
      const auto get = [&](std::ptrdiff_t i) -> T { return values[i]; };
      auto add = [&](const T& a, const T& b) -> T { return op(a, b); };
      const T sum = tree<T>(std::ptrdiff_t{0}, count, get, add);
      *keys_to = ValueOf<Keys>(*begin);
      *values_to = sum;
      ++keys_to, ++values_to;
      values += count;
    }
    return {keys_to, values_to};
  }
};

}  // namespace emulated

CUDA_EMULATOR_THRUST(reduce)
CUDA_EMULATOR_THRUST(transform_reduce)
CUDA_EMULATOR_THRUST(inner_product)
CUDA_EMULATOR_THRUST(count)
CUDA_EMULATOR_THRUST(count_if)
CUDA_EMULATOR_THRUST(min_element)
CUDA_EMULATOR_THRUST(max_element)
CUDA_EMULATOR_THRUST(minmax_element)
CUDA_EMULATOR_THRUST(all_of)
CUDA_EMULATOR_THRUST(any_of)
CUDA_EMULATOR_THRUST(none_of)
CUDA_EMULATOR_THRUST(find)
CUDA_EMULATOR_THRUST(find_if)
CUDA_EMULATOR_THRUST(find_if_not)
CUDA_EMULATOR_THRUST(equal)
CUDA_EMULATOR_THRUST(mismatch)
CUDA_EMULATOR_THRUST(reduce_by_key)

}  // namespace thrust
