// Thrust's copies, between host and device or within one, and algorithms that fill uninitialised memory.
#pragma once
#include "emulator/thrust/copy_across.hpp"
#include "emulator/thrust/elementwise.hpp"
#include "emulator/thrust/iterators.hpp"

namespace thrust {

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
