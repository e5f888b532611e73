// Thrust's scans; input and output may be the same.
#pragma once
#include <functional>

#include "emulator/thrust/iterators.hpp"

namespace thrust {
namespace emulated {

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
  static constexpr bool others_as_long = true;
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
  static constexpr bool others_as_long = true;
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
  static constexpr bool others_as_long = true;
  template <class Keys, class In, class Out, class Equal = std::equal_to<>, class Op = std::plus<>>
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
  static constexpr bool others_as_long = true;
  template <class Keys, class In, class Out>
  Out operator()(Keys first, Keys last, In values, Out to) const {
    return (*this)(first, last, values, to, ValueOf<In>{});
  }
  template <class Keys, class In, class Out, class T, class Equal = std::equal_to<>, class Op = std::plus<>>
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

}  // namespace emulated

CUDA_EMULATOR_THRUST(inclusive_scan)
CUDA_EMULATOR_THRUST(exclusive_scan)
CUDA_EMULATOR_THRUST(transform_inclusive_scan)
CUDA_EMULATOR_THRUST(transform_exclusive_scan)
CUDA_EMULATOR_THRUST(inclusive_scan_by_key)
CUDA_EMULATOR_THRUST(exclusive_scan_by_key)

}  // namespace thrust
