// Thrust's algorithms on sorted ranges: merges, sets, searches.
#pragma once
#include <functional>

#include "emulator/thrust/iterators.hpp"

namespace thrust {
namespace emulated {

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
// Of an element that both have, the first range's copy is used.
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

}  // namespace thrust
