// Thrust's algorithms that process each element separately, or move it elsewhere.
#pragma once
#include <functional>
#include <utility>
#include <vector>

#include "emulator/thrust/iterators.hpp"

namespace thrust {
namespace emulated {

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
  static constexpr bool others_as_long = true;
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
  static constexpr bool others_as_long = true;
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
// Another order than on a GPU, but equally random.
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
  static constexpr bool others_as_long = true;
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

}  // namespace thrust
