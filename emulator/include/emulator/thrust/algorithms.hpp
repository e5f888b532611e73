// Thrust's algorithms, each a function object over raw iterators; CUDA_EMULATOR_THRUST makes the public function of it.
#pragma once
#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

#include "emulator/thrust/iterators.hpp"
#include "emulator/thrust/radix_sort.hpp"

namespace thrust {
namespace emulated {

template <class It>
using ValueOf = typename std::iterator_traits<It>::value_type;

// A GPU adds in a tree, not from left to right: sums of many floats are as accurate as there.
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

struct KeepFirst {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return a == b;
  }
};

// ---- Element by element ----

struct for_each_impl : Iterators {
  template <class It, class F>
  It operator()(It first, It last, F f) const {
    for (; first != last; ++first) f(*first);
    return first;
  }
};
struct for_each_n_impl : Iterators {
  template <class It, class Size, class F>
  It operator()(It first, Size count, F f) const {
    for (Size i = 0; i < count; ++i, ++first) f(*first);
    return first;
  }
};
struct transform_impl : Iterators {
  template <class In, class Out, class F>
  Out operator()(In first, In last, Out to, F f) const {
    for (; first != last; ++first, ++to) *to = f(*first);
    return to;
  }
  template <class In, class In2, class Out, class F>
  Out operator()(In first, In last, In2 other, Out to, F f) const {
    for (; first != last; ++first, ++other, ++to) *to = f(*first, *other);
    return to;
  }
};
struct transform_if_impl : Iterators {
  template <class In, class Out, class F, class P>
  Out operator()(In first, In last, Out to, F f, P wanted) const {
    for (; first != last; ++first, ++to) {
      if (wanted(*first)) *to = f(*first);
    }
    return to;
  }
  template <class In, class Stencil, class Out, class F, class P>
  Out operator()(In first, In last, Stencil stencil, Out to, F f, P wanted) const {
    for (; first != last; ++first, ++stencil, ++to) {
      if (wanted(*stencil)) *to = f(*first);
    }
    return to;
  }
  template <class In, class In2, class Stencil, class Out, class F, class P>
  Out operator()(In first, In last, In2 other, Stencil stencil, Out to, F f, P wanted) const {
    for (; first != last; ++first, ++other, ++stencil, ++to) {
      if (wanted(*stencil)) *to = f(*first, *other);
    }
    return to;
  }
};
struct fill_impl : Value {
  template <class It, class T>
  void operator()(It first, It last, T value) const {
    for (; first != last; ++first) *first = value;
  }
};
struct fill_n_impl : Iterators {
  template <class It, class Size, class T>
  It operator()(It first, Size count, T value) const {
    for (Size i = 0; i < count; ++i, ++first) *first = value;
    return first;
  }
};
struct generate_impl : Value {
  template <class It, class F>
  void operator()(It first, It last, F f) const {
    for (; first != last; ++first) *first = f();
  }
};
struct generate_n_impl : Iterators {
  template <class It, class Size, class F>
  It operator()(It first, Size count, F f) const {
    for (Size i = 0; i < count; ++i, ++first) *first = f();
    return first;
  }
};
struct sequence_impl : Value {
  template <class It>
  void operator()(It first, It last) const {
    (*this)(first, last, ValueOf<It>(0), ValueOf<It>(1));
  }
  template <class It, class T>
  void operator()(It first, It last, T start) const {
    (*this)(first, last, start, T(1));
  }
  template <class It, class T>
  void operator()(It first, It last, T start, T step) const {
    for (T i = 0; first != last; ++first, ++i) *first = static_cast<ValueOf<It>>(start + i * step);
  }
};
struct tabulate_impl : Value {
  template <class It, class F>
  void operator()(It first, It last, F f) const {
    for (std::ptrdiff_t i = 0; first != last; ++first, ++i) *first = f(i);
  }
};
struct replace_impl : Value {
  template <class It, class T>
  void operator()(It first, It last, T old_value, T new_value) const {
    for (; first != last; ++first) {
      if (*first == old_value) *first = new_value;
    }
  }
};
struct replace_if_impl : Value {
  template <class It, class P, class T>
  void operator()(It first, It last, P wanted, T value) const {
    for (; first != last; ++first) {
      if (wanted(*first)) *first = value;
    }
  }
  template <class It, class Stencil, class P, class T>
  void operator()(It first, It last, Stencil stencil, P wanted, T value) const {
    for (; first != last; ++first, ++stencil) {
      if (wanted(*stencil)) *first = value;
    }
  }
};
struct replace_copy_impl : Iterators {
  template <class It, class Out, class T>
  Out operator()(It first, It last, Out to, T old_value, T new_value) const {
    for (; first != last; ++first, ++to) *to = *first == old_value ? new_value : *first;
    return to;
  }
};
struct replace_copy_if_impl : Iterators {
  template <class It, class Out, class P, class T>
  Out operator()(It first, It last, Out to, P wanted, T value) const {
    for (; first != last; ++first, ++to) *to = wanted(*first) ? value : *first;
    return to;
  }
};
struct adjacent_difference_impl : Iterators {
  template <class In, class Out, class Op = std::minus<>>
  Out operator()(In first, In last, Out to, Op op = {}) const {
    if (first == last) return to;
    ValueOf<In> before = *first;
    *to = before;
    for (++first, ++to; first != last; ++first, ++to) {
      const ValueOf<In> now = *first;
      *to = op(now, before);
      before = now;
    }
    return to;
  }
};
// Another order than a GPU's, but each as likely.
struct shuffle_impl : Value {
  template <class It, class Engine>
  void operator()(It first, It last, Engine engine) const {
    using Place = decltype(Engine::max - Engine::min);
    for (std::ptrdiff_t n = last - first; n > 1; --n) {
      const std::ptrdiff_t other = static_cast<std::ptrdiff_t>((engine() - Engine::min) % static_cast<Place>(n));
      const ValueOf<It> kept = first[n - 1];
      first[n - 1] = ValueOf<It>(first[other]);
      first[other] = kept;
    }
  }
};
struct shuffle_copy_impl : Value {
  template <class It, class Out, class Engine>
  void operator()(It first, It last, Out to, Engine engine) const {
    std::vector<ValueOf<It>> values(first, last);
    shuffle_impl()(values.begin(), values.end(), engine);
    for (const auto& value : values) *to = value, ++to;
  }
};
struct swap_ranges_impl : Iterators {
  template <class It, class It2>
  It2 operator()(It first, It last, It2 other) const {
    for (; first != last; ++first, ++other) {
      const ValueOf<It> kept = *first;
      *first = static_cast<ValueOf<It2>>(*other);
      *other = kept;
    }
    return other;
  }
};
struct reverse_impl : Value {
  template <class It>
  void operator()(It first, It last) const {
    for (; first < last && first < --last; ++first) {
      const ValueOf<It> kept = *first;
      *first = ValueOf<It>(*last);
      *last = kept;
    }
  }
};
struct reverse_copy_impl : Iterators {
  template <class It, class Out>
  Out operator()(It first, It last, Out to) const {
    for (; first != last; ++to) *to = *--last;
    return to;
  }
};
struct gather_impl : Iterators {
  template <class Map, class In, class Out>
  Out operator()(Map first, Map last, In from, Out to) const {
    for (; first != last; ++first, ++to) *to = from[static_cast<std::ptrdiff_t>(*first)];
    return to;
  }
};
struct gather_if_impl : Iterators {
  template <class Map, class Stencil, class In, class Out>
  Out operator()(Map first, Map last, Stencil stencil, In from, Out to) const {
    return (*this)(first, last, stencil, from, to, identity<ValueOf<Stencil>>());
  }
  template <class Map, class Stencil, class In, class Out, class P>
  Out operator()(Map first, Map last, Stencil stencil, In from, Out to, P wanted) const {
    for (; first != last; ++first, ++stencil, ++to) {
      if (wanted(*stencil)) *to = from[static_cast<std::ptrdiff_t>(*first)];
    }
    return to;
  }
};
struct scatter_impl : Value {
  template <class In, class Map, class Out>
  void operator()(In first, In last, Map map, Out to) const {
    for (; first != last; ++first, ++map) to[static_cast<std::ptrdiff_t>(*map)] = *first;
  }
};
struct scatter_if_impl : Value {
  template <class In, class Map, class Stencil, class Out>
  void operator()(In first, In last, Map map, Stencil stencil, Out to) const {
    (*this)(first, last, map, stencil, to, identity<ValueOf<Stencil>>());
  }
  template <class In, class Map, class Stencil, class Out, class P>
  void operator()(In first, In last, Map map, Stencil stencil, Out to, P wanted) const {
    for (; first != last; ++first, ++map, ++stencil) {
      if (wanted(*stencil)) to[static_cast<std::ptrdiff_t>(*map)] = *first;
    }
  }
};

// ---- Choosing ----

struct copy_if_impl : Iterators {
  template <class In, class Out, class P>
  Out operator()(In first, In last, Out to, P wanted) const {
    for (; first != last; ++first) {
      if (!wanted(*first)) continue;
      *to = *first;
      ++to;
    }
    return to;
  }
  template <class In, class Stencil, class Out, class P>
  Out operator()(In first, In last, Stencil stencil, Out to, P wanted) const {
    for (; first != last; ++first, ++stencil) {
      if (!wanted(*stencil)) continue;
      *to = *first;
      ++to;
    }
    return to;
  }
};
struct remove_if_impl : Iterators {
  template <class It, class P>
  It operator()(It first, It last, P unwanted) const {
    return copy_if_impl()(first, last, first, [&](const auto& x) { return !unwanted(x); });
  }
  template <class It, class Stencil, class P>
  It operator()(It first, It last, Stencil stencil, P unwanted) const {
    return copy_if_impl()(first, last, stencil, first, [&](const auto& x) { return !unwanted(x); });
  }
};
struct remove_impl : Iterators {
  template <class It, class T>
  It operator()(It first, It last, T value) const {
    return copy_if_impl()(first, last, first, [&](const auto& x) { return !(x == value); });
  }
};
struct remove_copy_impl : Iterators {
  template <class In, class Out, class T>
  Out operator()(In first, In last, Out to, T value) const {
    return copy_if_impl()(first, last, to, [&](const auto& x) { return !(x == value); });
  }
};
struct remove_copy_if_impl : Iterators {
  template <class In, class Out, class P>
  Out operator()(In first, In last, Out to, P unwanted) const {
    return copy_if_impl()(first, last, to, [&](const auto& x) { return !unwanted(x); });
  }
  template <class In, class Stencil, class Out, class P>
  Out operator()(In first, In last, Stencil stencil, Out to, P unwanted) const {
    return copy_if_impl()(first, last, stencil, to, [&](const auto& x) { return !unwanted(x); });
  }
};
struct unique_copy_impl : Iterators {
  template <class In, class Out, class Equal = KeepFirst>
  Out operator()(In first, In last, Out to, Equal equal = {}) const {
    if (first == last) return to;
    ValueOf<In> kept = *first;
    *to = kept;
    for (++first, ++to; first != last; ++first) {
      ValueOf<In> now = *first;
      if (!equal(kept, now)) {
        *to = now;
        ++to;
      }
      kept = now;  // each is compared with its neighbour
    }
    return to;
  }
};
struct unique_impl : Iterators {
  template <class It, class Equal = KeepFirst>
  It operator()(It first, It last, Equal equal = {}) const {
    return unique_copy_impl()(first, last, first, equal);
  }
};
struct unique_count_impl : Value {
  template <class It, class Equal = KeepFirst>
  std::ptrdiff_t operator()(It first, It last, Equal equal = {}) const {
    std::ptrdiff_t count = first != last;
    if (count) {
      for (It before = first++; first != last; ++before, ++first) count += !equal(*before, *first);
    }
    return count;
  }
};
struct unique_by_key_copy_impl : Iterators {
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal = KeepFirst>
  std::pair<KeysOut, ValuesOut> operator()(Keys first, Keys last, Values values, KeysOut keys_to, ValuesOut values_to,
                                           Equal equal = {}) const {
    bool any = false;
    std::vector<ValueOf<Keys>> before;
    for (; first != last; ++first, ++values) {
      const ValueOf<Keys> key = *first;
      if (!any || !equal(before.back(), key)) {
        *keys_to = key;
        *values_to = ValueOf<Values>(*values);
        ++keys_to, ++values_to;
      }
      any = true;
      before.assign(1, key);
    }
    return {keys_to, values_to};
  }
};
struct unique_by_key_impl : Iterators {
  template <class Keys, class Values, class Equal = KeepFirst>
  std::pair<Keys, Values> operator()(Keys first, Keys last, Values values, Equal equal = {}) const {
    return unique_by_key_copy_impl()(first, last, values, first, values, equal);
  }
};
struct partition_copy_impl : Iterators {
  template <class In, class True, class False, class P>
  std::pair<True, False> operator()(In first, In last, True yes, False no, P wanted) const {
    for (; first != last; ++first) {
      if (wanted(*first)) {
        *yes = *first;
        ++yes;
      } else {
        *no = *first;
        ++no;
      }
    }
    return {yes, no};
  }
};
struct partition_impl : Iterators {
  template <class It, class P>
  It operator()(It first, It last, P wanted) const {
    return (*this)(first, last, first, wanted);
  }
  template <class It, class Stencil, class P>
  It operator()(It first, It last, Stencil stencil, P wanted) const {
    std::vector<ValueOf<It>> yes, no;
    std::vector<bool> kind;
    for (It i = first; i != last; ++i, ++stencil) (wanted(*stencil) ? yes : no).push_back(*i);
    for (const auto& x : yes) *first = x, ++first;
    It middle = first;
    for (const auto& x : no) *first = x, ++first;
    return middle;
  }
};
using stable_partition_impl = partition_impl;
struct is_partitioned_impl : Value {
  template <class It, class P>
  bool operator()(It first, It last, P wanted) const {
    return std::is_partitioned(first, last, wanted);
  }
};
struct partition_point_impl : Iterators {
  template <class It, class P>
  It operator()(It first, It last, P wanted) const {
    while (first != last && wanted(*first)) ++first;
    return first;
  }
};

// ---- Reductions ----

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
    return fold(
        last - first, initial, [&](std::ptrdiff_t i) -> T { return first[i]; },
        [&](const T& a, const T& b) -> T { return op(a, b); });
  }
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
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal = KeepFirst, class Op = std::plus<>>
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

// ---- Scans; input and output may be the same ----

struct transform_inclusive_scan_impl : Iterators {
  template <class In, class Out, class F, class Op>
  Out operator()(In first, In last, Out to, F f, Op op) const {
    if (first == last) return to;
    auto sum = static_cast<std::decay_t<decltype(f(*first))>>(f(*first));
    for (*to = sum, ++first, ++to; first != last; ++first, ++to) *to = sum = op(sum, f(*first));
    return to;
  }
  template <class In, class Out, class F, class T, class Op>
  Out operator()(In first, In last, Out to, F f, T initial, Op op) const {
    for (; first != last; ++first, ++to) *to = initial = op(initial, f(*first));
    return to;
  }
};
struct transform_exclusive_scan_impl : Iterators {
  template <class In, class Out, class F, class T, class Op>
  Out operator()(In first, In last, Out to, F f, T initial, Op op) const {
    for (; first != last; ++first, ++to) {
      const T next = op(initial, f(*first));
      *to = initial;
      initial = next;
    }
    return to;
  }
};
struct inclusive_scan_impl : Iterators {
  template <class In, class Out, class Op = std::plus<>>
  Out operator()(In first, In last, Out to, Op op = {}) const {
    return transform_inclusive_scan_impl()(first, last, to, identity<ValueOf<In>>(), op);
  }
  template <class In, class Out, class T, class Op>
  Out operator()(In first, In last, Out to, T initial, Op op) const {
    return transform_inclusive_scan_impl()(first, last, to, identity<ValueOf<In>>(), initial, op);
  }
};
struct exclusive_scan_impl : Iterators {
  template <class In, class Out>
  Out operator()(In first, In last, Out to) const {
    return (*this)(first, last, to, ValueOf<In>{}, std::plus<>());
  }
  template <class In, class Out, class T, class Op = std::plus<>>
  Out operator()(In first, In last, Out to, T initial, Op op = {}) const {
    return transform_exclusive_scan_impl()(first, last, to, identity<ValueOf<In>>(), initial, op);
  }
};
struct inclusive_scan_by_key_impl : Iterators {
  template <class Keys, class In, class Out, class Equal = KeepFirst, class Op = std::plus<>>
  Out operator()(Keys first, Keys last, In values, Out to, Equal equal = {}, Op op = {}) const {
    if (first == last) return to;
    ValueOf<Keys> key = *first;
    ValueOf<In> sum = *values;
    for (*to = sum, ++first, ++values, ++to; first != last; ++first, ++values, ++to) {
      const ValueOf<Keys> now = *first;
      const ValueOf<In> value = *values;
      *to = sum = equal(key, now) ? op(sum, value) : value;
      key = now;
    }
    return to;
  }
};
struct exclusive_scan_by_key_impl : Iterators {
  template <class Keys, class In, class Out>
  Out operator()(Keys first, Keys last, In values, Out to) const {
    return (*this)(first, last, values, to, ValueOf<In>{});
  }
  template <class Keys, class In, class Out, class T, class Equal = KeepFirst, class Op = std::plus<>>
  Out operator()(Keys first, Keys last, In values, Out to, T initial, Equal equal = {}, Op op = {}) const {
    if (first == last) return to;
    ValueOf<Keys> key = *first;
    for (T sum = initial; first != last; ++first, ++values, ++to) {
      const ValueOf<Keys> now = *first;
      if (!equal(key, now)) sum = initial;
      const T next = op(sum, *values);
      *to = sum;
      sum = next;
      key = now;
    }
    return to;
  }
};

// ---- Sorting, by way of copies: iterators may be pairs of others ----

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

// ---- Of sorted ranges ----

struct merge_impl : Iterators {
  template <class A, class B, class Out, class Less = std::less<>>
  Out operator()(A first, A last, B first2, B last2, Out to, Less less = {}) const {
    for (; first != last || first2 != last2; ++to) {
      if (first == last || (first2 != last2 && less(*first2, *first))) {
        *to = *first2;
        ++first2;
      } else {
        *to = *first;
        ++first;
      }
    }
    return to;
  }
};
struct merge_by_key_impl : Iterators {
  template <class A, class B, class V, class W, class Keys, class Values, class Less = std::less<>>
  std::pair<Keys, Values> operator()(A first, A last, B first2, B last2, V values, W values2, Keys keys_to,
                                     Values values_to, Less less = {}) const {
    for (; first != last || first2 != last2; ++keys_to, ++values_to) {
      if (first == last || (first2 != last2 && less(*first2, *first))) {
        *keys_to = *first2;
        *values_to = *values2;
        ++first2, ++values2;
      } else {
        *keys_to = *first;
        *values_to = *values;
        ++first, ++values;
      }
    }
    return {keys_to, values_to};
  }
};
// In an element that both have, the first range's copy counts.
template <bool only_first, bool only_second, bool both>
struct SetOperation : Iterators {
  template <class A, class B, class Out, class Less = std::less<>>
  Out operator()(A first, A last, B first2, B last2, Out to, Less less = {}) const {
    while (first != last || first2 != last2) {
      const bool from_first = first2 == last2 || (first != last && less(*first, *first2));
      const bool from_second = !from_first && (first == last || less(*first2, *first));
      const bool wanted = from_first ? only_first : from_second ? only_second : both;
      if (wanted) {
        if (from_second) {
          *to = *first2;
        } else {
          *to = *first;
        }
        ++to;
      }
      if (!from_second) ++first;
      if (!from_first) ++first2;
    }
    return to;
  }
};
using set_union_impl = SetOperation<true, true, true>;
using set_intersection_impl = SetOperation<false, false, true>;
using set_difference_impl = SetOperation<true, false, false>;
using set_symmetric_difference_impl = SetOperation<true, true, false>;

template <class T, class = void>
struct IsIterator : std::false_type {};
template <class T>
struct IsIterator<T, std::void_t<typename std::iterator_traits<T>::iterator_category>> : std::true_type {};

struct lower_bound_impl : Iterators {
  template <class It, class T, class Less = std::less<>, std::enable_if_t<!IsIterator<Less>::value, int> = 0>
  It operator()(It first, It last, T value, Less less = {}) const {
    for (std::ptrdiff_t count = last - first; count > 0;) {
      const std::ptrdiff_t half = count / 2;
      const bool right = less(first[half], value);
      if (right) first += half + 1;
      count = right ? count - half - 1 : half;
    }
    return first;
  }
  template <class It, class In, class Out, class Less = std::less<>, std::enable_if_t<IsIterator<Out>::value, int> = 0>
  Out operator()(It first, It last, In values, In values_end, Out to, Less less = {}) const {
    for (; values != values_end; ++values, ++to) {
      *to = static_cast<ValueOf<Out>>((*this)(first, last, ValueOf<In>(*values), less) - first);
    }
    return to;
  }
};
struct upper_bound_impl : Iterators {
  template <class It, class T, class Less = std::less<>, std::enable_if_t<!IsIterator<Less>::value, int> = 0>
  It operator()(It first, It last, T value, Less less = {}) const {
    return lower_bound_impl()(first, last, value, [&](const auto& a, const auto& b) { return !less(b, a); });
  }
  template <class It, class In, class Out, class Less = std::less<>, std::enable_if_t<IsIterator<Out>::value, int> = 0>
  Out operator()(It first, It last, In values, In values_end, Out to, Less less = {}) const {
    for (; values != values_end; ++values, ++to) {
      *to = static_cast<ValueOf<Out>>((*this)(first, last, ValueOf<In>(*values), less) - first);
    }
    return to;
  }
};
struct binary_search_impl : Value {
  template <class It, class T, class Less = std::less<>, std::enable_if_t<!IsIterator<Less>::value, int> = 0>
  bool operator()(It first, It last, T value, Less less = {}) const {
    const It at = lower_bound_impl()(first, last, value, less);
    return at != last && !less(value, *at);
  }
  template <class It, class In, class Out, class Less = std::less<>, std::enable_if_t<IsIterator<Out>::value, int> = 0>
  void operator()(It first, It last, In values, In values_end, Out to, Less less = {}) const {
    for (; values != values_end; ++values, ++to) *to = (*this)(first, last, ValueOf<In>(*values), less);
  }
};
struct equal_range_impl : Iterators {
  template <class It, class T, class Less = std::less<>>
  std::pair<It, It> operator()(It first, It last, T value, Less less = {}) const {
    return {lower_bound_impl()(first, last, value, less), upper_bound_impl()(first, last, value, less)};
  }
};

}  // namespace emulated

CUDA_EMULATOR_THRUST(for_each)
CUDA_EMULATOR_THRUST(for_each_n)
CUDA_EMULATOR_THRUST(transform)
CUDA_EMULATOR_THRUST(transform_if)
CUDA_EMULATOR_THRUST(fill)
CUDA_EMULATOR_THRUST(fill_n)
CUDA_EMULATOR_THRUST(generate)
CUDA_EMULATOR_THRUST(generate_n)
CUDA_EMULATOR_THRUST(sequence)
CUDA_EMULATOR_THRUST(tabulate)
CUDA_EMULATOR_THRUST(replace)
CUDA_EMULATOR_THRUST(replace_if)
CUDA_EMULATOR_THRUST(replace_copy)
CUDA_EMULATOR_THRUST(replace_copy_if)
CUDA_EMULATOR_THRUST(adjacent_difference)
CUDA_EMULATOR_THRUST(shuffle)
CUDA_EMULATOR_THRUST(shuffle_copy)
CUDA_EMULATOR_THRUST(swap_ranges)
CUDA_EMULATOR_THRUST(reverse)
CUDA_EMULATOR_THRUST(reverse_copy)
CUDA_EMULATOR_THRUST(gather)
CUDA_EMULATOR_THRUST(gather_if)
CUDA_EMULATOR_THRUST(scatter)
CUDA_EMULATOR_THRUST(scatter_if)
CUDA_EMULATOR_THRUST(copy_if)
CUDA_EMULATOR_THRUST(remove)
CUDA_EMULATOR_THRUST(remove_if)
CUDA_EMULATOR_THRUST(remove_copy)
CUDA_EMULATOR_THRUST(remove_copy_if)
CUDA_EMULATOR_THRUST(unique)
CUDA_EMULATOR_THRUST(unique_copy)
CUDA_EMULATOR_THRUST(unique_count)
CUDA_EMULATOR_THRUST(unique_by_key)
CUDA_EMULATOR_THRUST(unique_by_key_copy)
CUDA_EMULATOR_THRUST(partition)
CUDA_EMULATOR_THRUST(stable_partition)
CUDA_EMULATOR_THRUST(partition_copy)
CUDA_EMULATOR_THRUST(is_partitioned)
CUDA_EMULATOR_THRUST(partition_point)
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
CUDA_EMULATOR_THRUST(inclusive_scan)
CUDA_EMULATOR_THRUST(exclusive_scan)
CUDA_EMULATOR_THRUST(transform_inclusive_scan)
CUDA_EMULATOR_THRUST(transform_exclusive_scan)
CUDA_EMULATOR_THRUST(inclusive_scan_by_key)
CUDA_EMULATOR_THRUST(exclusive_scan_by_key)
CUDA_EMULATOR_THRUST(sort)
CUDA_EMULATOR_THRUST(stable_sort)
CUDA_EMULATOR_THRUST(sort_by_key)
CUDA_EMULATOR_THRUST(stable_sort_by_key)
CUDA_EMULATOR_THRUST(is_sorted)
CUDA_EMULATOR_THRUST(is_sorted_until)
CUDA_EMULATOR_THRUST(merge)
CUDA_EMULATOR_THRUST(merge_by_key)
CUDA_EMULATOR_THRUST(set_union)
CUDA_EMULATOR_THRUST(set_intersection)
CUDA_EMULATOR_THRUST(set_difference)
CUDA_EMULATOR_THRUST(set_symmetric_difference)
CUDA_EMULATOR_THRUST(lower_bound)
CUDA_EMULATOR_THRUST(upper_bound)
CUDA_EMULATOR_THRUST(binary_search)
CUDA_EMULATOR_THRUST(equal_range)

// ---- Copies know whether they cross from one memory to the other ----

template <class In, class Out, std::enable_if_t<!emulated::is_policy<In>, int> = 0>
Out copy(In first, In last, Out to) {
  emulated::copy_across(emulated::Policy{emulated::any_on_device<In, Out>}, emulated::raw(first), emulated::raw(last),
                        emulated::raw(to), emulated::any_on_device<In> != emulated::any_on_device<Out>);
  if constexpr (std::is_base_of_v<std::random_access_iterator_tag,
                                  typename std::iterator_traits<Out>::iterator_category>) {
    to += last - first;
  }
  return to;
}
template <class P, class In, class Out, std::enable_if_t<emulated::is_policy<P>, int> = 0>
Out copy(const P& policy, In first, In last, Out to) {
  emulated::copy_across(policy, emulated::raw(first), emulated::raw(last), emulated::raw(to), false);
  to += last - first;
  return to;
}
template <class In, class Size, class Out, std::enable_if_t<!emulated::is_policy<In>, int> = 0>
Out copy_n(In first, Size count, Out to) {
  return copy(first, first + static_cast<std::ptrdiff_t>(count), to);
}
template <class P, class In, class Size, class Out, std::enable_if_t<emulated::is_policy<P>, int> = 0>
Out copy_n(const P& policy, In first, Size count, Out to) {
  return copy(policy, first, first + static_cast<std::ptrdiff_t>(count), to);
}
template <class... A>
auto uninitialized_copy(const A&... arguments) {
  return thrust::copy(arguments...);
}
template <class... A>
auto uninitialized_copy_n(const A&... arguments) {
  return thrust::copy_n(arguments...);
}
template <class... A>
void uninitialized_fill(const A&... arguments) {
  thrust::fill(arguments...);
}
template <class... A>
auto uninitialized_fill_n(const A&... arguments) {
  return thrust::fill_n(arguments...);
}

}  // namespace thrust
