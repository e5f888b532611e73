// Thrust's algorithms that select, remove or partition elements.
#pragma once
#include <functional>
#include <vector>

#include "emulator/thrust/iterators.hpp"

namespace thrust {
namespace emulated {

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
  template <class In, class Out, class Equal = std::equal_to<>>
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
      kept = now;  // each element is compared with its neighbour
    }
    return to;
  }
};
struct unique_impl : Iterators {
  template <class It, class Equal = std::equal_to<>>
  It operator()(It first, It last, Equal equal = {}) const {
    return unique_copy_impl()(first, last, first, equal);
  }
};
struct unique_count_impl : Value {
  template <class It, class Equal = std::equal_to<>>
  std::ptrdiff_t operator()(It first, It last, Equal equal = {}) const {
    std::ptrdiff_t count = first != last;
    if (count) {
      for (It before = first++; first != last; ++before, ++first) count += !equal(*before, *first);
    }
    return count;
  }
};
struct unique_by_key_copy_impl : Iterators {
  template <class Keys, class Values, class KeysOut, class ValuesOut, class Equal = std::equal_to<>>
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
  template <class Keys, class Values, class Equal = std::equal_to<>>
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

}  // namespace emulated

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

}  // namespace thrust
