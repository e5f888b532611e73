// Several values of different types, like std::tuple, whose header CUDA's do not include: a program that lacks an
// #include must not compile here either.
#pragma once
#include <stddef.h>

#include <type_traits>
#include <utility>

namespace cuda_emulator {

template <std::size_t i, class T>
struct ValueAt {
  T value;
};
struct FromEach {};  // marks the constructor from one argument a value

template <class Indices, class... T>
struct ValuesOf;
template <std::size_t... i, class... T>
struct ValuesOf<std::index_sequence<i...>, T...> : ValueAt<i, T>... {
  template <class... A>
  explicit ValuesOf(FromEach, A&&... arguments) : ValueAt<i, T>{static_cast<T>(std::forward<A>(arguments))}... {}
};
template <class... T>
using Values = ValuesOf<std::index_sequence_for<T...>, T...>;

template <std::size_t i, class T>
inline __attribute__((always_inline)) T& value_at(ValueAt<i, T>& one) {
  return one.value;
}
template <std::size_t i, class T>
inline __attribute__((always_inline)) const T& value_at(const ValueAt<i, T>& one) {
  return one.value;
}

// Calls f with all of them.
template <class F, std::size_t... i, class... T>
decltype(auto) call_with(F&& f, ValuesOf<std::index_sequence<i...>, T...>& values) {
  return f(value_at<i>(values)...);
}
template <class F, std::size_t... i, class... T>
decltype(auto) call_with(F&& f, const ValuesOf<std::index_sequence<i...>, T...>& values) {
  return f(value_at<i>(values)...);
}

template <std::size_t i, class First, class... Rest>
struct TypeFinder : TypeFinder<i - 1, Rest...> {};
template <class First, class... Rest>
struct TypeFinder<0, First, Rest...> {
  using type = First;
};
template <std::size_t i, class... T>
using TypeAt = typename TypeFinder<i, T...>::type;

}  // namespace cuda_emulator
