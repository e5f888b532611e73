// Small parts of libcu++ that the standard library lacks, or has only since C++20.
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <bit>
#include <span>
#endif

#include "emulator/usual_headers.hpp"

namespace cuda {

template <class T = void>
struct maximum {
  constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T = void>
struct minimum {
  constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct maximum<void> {
  template <class A, class B>
  constexpr ::std::common_type_t<A, B> operator()(const A& a, const B& b) const {
    return a < b ? b : a;
  }
};
template <>
struct minimum<void> {
  template <class A, class B>
  constexpr ::std::common_type_t<A, B> operator()(const A& a, const B& b) const {
    return b < a ? b : a;
  }
};
template <class Result, class F>
struct return_type_wrapper {
  F function;
  template <class... A>
  constexpr Result operator()(A&&... arguments) const {
    return function(::std::forward<A>(arguments)...);
  }
};
template <class Result, class F>
constexpr return_type_wrapper<Result, ::std::decay_t<F>> proclaim_return_type(F&& function) {
  return {::std::forward<F>(function)};
}
template <class T, class U>
constexpr T ceil_div(T a, U b) {
  return static_cast<T>(a / b + (a % b != 0));
}
template <class T, class U>
constexpr auto round_up(T a, U b) {
  return static_cast<::std::common_type_t<T, U>>(ceil_div(a, b) * b);
}
template <class T, class U>
constexpr auto round_down(T a, U b) {
  return static_cast<::std::common_type_t<T, U>>(a / b * b);
}

template <class T>
constexpr bool is_power_of_two(T x) {
  return x > 0 && (x & (x - 1)) == 0;
}
template <class T>
constexpr int ilog2(T x) {
  int log = -1;
  for (; x > 0; x = static_cast<T>(x / 2)) ++log;
  return log;
}
template <class T>
constexpr int ceil_ilog2(T x) {
  return ilog2(x) + !is_power_of_two(x);
}
template <class T>
constexpr int ilog10(T x) {
  int log = -1;
  for (; x > 0; x = static_cast<T>(x / 10)) ++log;
  return log;
}
template <class T>
constexpr T prev_power_of_two(T x) {
  return static_cast<T>(T{1} << ilog2(x));
}
template <class T>
constexpr T next_power_of_two(T x) {
  return x <= 1 ? T{1} : static_cast<T>(T{1} << ceil_ilog2(x));
}
template <class T>
constexpr T isqrt(T x) {
  T low = 0, high = x / 2 + 1;
  while (low < high) {
    const T middle = static_cast<T>(low + (high - low + 1) / 2);
    if (middle <= x / middle) {
      low = middle;
    } else {
      high = static_cast<T>(middle - 1);
    }
  }
  return low;
}
template <class T>
constexpr T uabs(T x) {
  return x < 0 ? static_cast<T>(-x) : x;
}

namespace std {
using namespace ::std;

#if __cplusplus < 202002L
inline constexpr ::std::size_t dynamic_extent = ~::std::size_t{0};
template <class T, ::std::size_t extent = dynamic_extent>
class span {
 public:
  using element_type = T;
  using value_type = ::std::remove_cv_t<T>;
  using size_type = ::std::size_t;
  using iterator = T*;
  constexpr span() = default;
  constexpr span(T* first, size_type count) : first_(first), count_(count) {}
  constexpr span(T* first, T* last) : span(first, static_cast<size_type>(last - first)) {}
  template <::std::size_t n>
  constexpr span(T (&values)[n]) : span(values, n) {}
  template <class Container, class = decltype(::std::declval<Container&>().data())>
  constexpr span(Container& values) : span(values.data(), values.size()) {}
  constexpr T* data() const { return first_; }
  constexpr size_type size() const { return count_; }
  constexpr size_type size_bytes() const { return count_ * sizeof(T); }
  constexpr bool empty() const { return count_ == 0; }
  constexpr T& operator[](size_type i) const { return first_[i]; }
  constexpr T& front() const { return first_[0]; }
  constexpr T& back() const { return first_[count_ - 1]; }
  constexpr T* begin() const { return first_; }
  constexpr T* end() const { return first_ + count_; }
  constexpr span<T> first(size_type count) const { return {first_, count}; }
  constexpr span<T> last(size_type count) const { return {first_ + count_ - count, count}; }
  constexpr span<T> subspan(size_type offset, size_type count = dynamic_extent) const {
    return {first_ + offset, count == dynamic_extent ? count_ - offset : count};
  }

 private:
  T* first_ = nullptr;
  size_type count_ = 0;
};

template <class To, class From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}
template <class T>
constexpr int popcount(T x) {
  return __builtin_popcountll(x);
}
template <class T>
constexpr int countl_zero(T x) {
  return x == 0 ? static_cast<int>(sizeof(T) * 8) : __builtin_clzll(x) - static_cast<int>(64 - sizeof(T) * 8);
}
template <class T>
constexpr int countr_zero(T x) {
  return x == 0 ? static_cast<int>(sizeof(T) * 8) : __builtin_ctzll(x);
}
template <class T>
constexpr int countl_one(T x) {
  return countl_zero(static_cast<T>(~x));
}
template <class T>
constexpr int countr_one(T x) {
  return countr_zero(static_cast<T>(~x));
}
template <class T>
constexpr int bit_width(T x) {
  return static_cast<int>(sizeof(T) * 8) - countl_zero(x);
}
template <class T>
constexpr bool has_single_bit(T x) {
  return x != 0 && (x & (x - 1)) == 0;
}
template <class T>
constexpr T bit_floor(T x) {
  return x == 0 ? T{0} : static_cast<T>(T{1} << (bit_width(x) - 1));
}
template <class T>
constexpr T bit_ceil(T x) {
  return x <= 1 ? T{1} : static_cast<T>(T{1} << bit_width(static_cast<T>(x - 1)));
}
template <class T>
constexpr T rotl(T x, int by) {
  constexpr int bits = sizeof(T) * 8;
  const int n = (by % bits + bits) % bits;
  return n == 0 ? x : static_cast<T>(x << n | x >> (bits - n));
}
template <class T>
constexpr T rotr(T x, int by) {
  return rotl(x, -by);
}
#endif

}  // namespace std
}  // namespace cuda
