// Thrust's function objects, and its placeholders: a * _1 + _2.
#pragma once
#include <functional>
#include <tuple>
#include <utility>

#include "emulator/thrust/system.hpp"

namespace thrust {

// Removed from CUDA 13's Thrust, but older programs derive from them.
template <class A, class Result>
struct unary_function {
  using argument_type = A;
  using result_type = Result;
};
template <class A, class B, class Result>
struct binary_function {
  using first_argument_type = A;
  using second_argument_type = B;
  using result_type = Result;
};

template <class T = void>
using plus = std::plus<T>;
template <class T = void>
using minus = std::minus<T>;
template <class T = void>
using multiplies = std::multiplies<T>;
template <class T = void>
using divides = std::divides<T>;
template <class T = void>
using modulus = std::modulus<T>;
template <class T = void>
using negate = std::negate<T>;
template <class T = void>
using equal_to = std::equal_to<T>;
template <class T = void>
using not_equal_to = std::not_equal_to<T>;
template <class T = void>
using greater = std::greater<T>;
template <class T = void>
using less = std::less<T>;
template <class T = void>
using greater_equal = std::greater_equal<T>;
template <class T = void>
using less_equal = std::less_equal<T>;
template <class T = void>
using logical_and = std::logical_and<T>;
template <class T = void>
using logical_or = std::logical_or<T>;
template <class T = void>
using logical_not = std::logical_not<T>;
template <class T = void>
using bit_and = std::bit_and<T>;
template <class T = void>
using bit_or = std::bit_or<T>;
template <class T = void>
using bit_xor = std::bit_xor<T>;
using std::not_fn;

template <class T = void>
struct maximum {
  constexpr T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <class T = void>
struct minimum {
  constexpr T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
// Of equal values the first. Not the standard library's, because kernels call these.
template <class T>
constexpr T min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T, class Less>
constexpr T min(const T& a, const T& b, Less less) {
  return less(b, a) ? b : a;
}
template <class T>
constexpr T max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T, class Less>
constexpr T max(const T& a, const T& b, Less less) {
  return less(a, b) ? b : a;
}

template <class T = void>
struct square {
  constexpr T operator()(const T& x) const { return x * x; }
};
template <class T = void>
struct identity {
  constexpr const T& operator()(const T& x) const { return x; }
};
template <>
struct maximum<void> {
  template <class A, class B>
  constexpr std::common_type_t<A, B> operator()(const A& a, const B& b) const {
    return a < b ? b : a;
  }
};
template <>
struct minimum<void> {
  template <class A, class B>
  constexpr std::common_type_t<A, B> operator()(const A& a, const B& b) const {
    return b < a ? b : a;
  }
};
template <>
struct square<void> {
  template <class T>
  constexpr T operator()(const T& x) const {
    return x * x;
  }
};
template <>
struct identity<void> {
  template <class T>
  constexpr T&& operator()(T&& x) const {
    return std::forward<T>(x);
  }
};
template <class A = void, class B = void>
struct project1st {
  constexpr const A& operator()(const A& a, const B&) const { return a; }
};
template <class A = void, class B = void>
struct project2nd {
  constexpr const B& operator()(const A&, const B& b) const { return b; }
};

// ---- Tuples and pairs are the standard library's ----

template <class... T>
using tuple = std::tuple<T...>;
template <class A, class B>
using pair = std::pair<A, B>;
using std::get;
using std::ignore;
using std::make_pair;
using std::make_tuple;
using std::swap;
using std::tie;
template <std::size_t i, class T>
using tuple_element = std::tuple_element<i, T>;
template <std::size_t i, class T>
using tuple_element_t = std::tuple_element_t<i, T>;
template <class T>
using tuple_size = std::tuple_size<T>;

template <class F>
struct zip_function {
  mutable F function;
  template <class Tuple>
  decltype(auto) operator()(Tuple&& arguments) const {
    return std::apply(function, std::forward<Tuple>(arguments));
  }
};
template <class F>
zip_function<std::decay_t<F>> make_zip_function(F&& function) {
  return {std::forward<F>(function)};
}

// ---- Placeholders: an expression is a function object ----

namespace placeholders {

template <class F>
struct Expression {
  F function;
  template <class... A>
  constexpr auto operator()(A&&... arguments) const -> decltype(function(arguments...)) {
    return function(arguments...);
  }
};
template <class F>
Expression(F) -> Expression<F>;

template <std::size_t index>
struct Argument {
  template <class... A>
  constexpr decltype(auto) operator()(A&... arguments) const {
    return std::get<index>(std::tie(arguments...));
  }
};
template <class T>
struct IsExpression : std::false_type {};
template <class F>
struct IsExpression<Expression<F>> : std::true_type {};

template <class T, class... A>
constexpr decltype(auto) evaluate(const T& part, A&... arguments) {
  if constexpr (IsExpression<T>::value) {
    return part(arguments...);
  } else {
    return (part);
  }
}

inline constexpr Expression<Argument<0>> _1{};
inline constexpr Expression<Argument<1>> _2{};
inline constexpr Expression<Argument<2>> _3{};
inline constexpr Expression<Argument<3>> _4{};

#define CUDA_EMULATOR_BINARY(op)                                                                          \
  template <class A, class B, class = std::enable_if_t<IsExpression<A>::value || IsExpression<B>::value>> \
  constexpr auto operator op(const A& a, const B& b) {                                                    \
    return Expression{[a, b](auto&... x) { return evaluate(a, x...) op evaluate(b, x...); }};             \
  }
#define CUDA_EMULATOR_ASSIGN(op)                                                              \
  template <class F, class B>                                                                 \
  constexpr auto operator op(const Expression<F>& a, const B& b) {                            \
    return Expression{[a, b](auto&... x) { return evaluate(a, x...) op evaluate(b, x...); }}; \
  }
#define CUDA_EMULATOR_UNARY(op)                                          \
  template <class F>                                                     \
  constexpr auto operator op(const Expression<F>& a) {                   \
    return Expression{[a](auto&... x) { return op evaluate(a, x...); }}; \
  }
CUDA_EMULATOR_BINARY(+)
CUDA_EMULATOR_BINARY(-)
CUDA_EMULATOR_BINARY(*)
CUDA_EMULATOR_BINARY(/)
CUDA_EMULATOR_BINARY(%)
CUDA_EMULATOR_BINARY(==)
CUDA_EMULATOR_BINARY(!=)
CUDA_EMULATOR_BINARY(<)
CUDA_EMULATOR_BINARY(>)
CUDA_EMULATOR_BINARY(<=)
CUDA_EMULATOR_BINARY(>=)
CUDA_EMULATOR_BINARY(&&)
CUDA_EMULATOR_BINARY(||)
CUDA_EMULATOR_BINARY(&)
CUDA_EMULATOR_BINARY(|)
CUDA_EMULATOR_BINARY(^)
CUDA_EMULATOR_BINARY(<<)
CUDA_EMULATOR_BINARY(>>)
CUDA_EMULATOR_ASSIGN(+=)
CUDA_EMULATOR_ASSIGN(-=)
CUDA_EMULATOR_ASSIGN(*=)
CUDA_EMULATOR_ASSIGN(/=)
CUDA_EMULATOR_UNARY(-)
CUDA_EMULATOR_UNARY(!)
CUDA_EMULATOR_UNARY(~)
#undef CUDA_EMULATOR_BINARY
#undef CUDA_EMULATOR_ASSIGN
#undef CUDA_EMULATOR_UNARY

}  // namespace placeholders
}  // namespace thrust
