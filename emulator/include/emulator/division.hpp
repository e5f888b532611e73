// Divisions of device code that differ from the processor's. Only the compiler knows the operands' types, so the
// translator lets it decide: a / b becomes a / quotient * b, with overloads of the operators.
#pragma once
#include <type_traits>

#include "emulator/announcements.hpp"
#include "emulator/core.hpp"
#ifdef __USE_FAST_MATH__
#include "emulator/fast_functions.hpp"
#endif

namespace cuda_emulator {

#ifndef __x86_64__
CUDA_EMULATOR_NOTRACE inline void tell_of_zero() noexcept {
  if (cuda_emulator_divided_by_zero) cuda_emulator_divided_by_zero(__builtin_return_address(0));
}
#endif

// Numbers by value: of a reference the microscope would count the accesses.
template <class T>
using Operand = std::conditional_t<std::is_arithmetic_v<T>, T, const T&>;
template <class T, bool number>
using OnlyIf = std::enable_if_t<std::is_arithmetic_v<T> == number, int>;

template <bool for_host_too, class A>
struct Dividend {
  Operand<A> value;
};
template <bool for_host_too, class B>
struct Divisor {
  Operand<B> value;
};

// With -use_fast_math a quotient of floats is nvcc's approximation. A GPU's integer division by zero gives all ones and
// does not trap: x86-64 traps, and the signal handler sets the result (engine/fault.cpp); others return a result of
// their own, so there the divisor is checked. The remainder is the dividend, on arm64 too.
template <bool for_host_too, class A, class B>
CUDA_EMULATOR_INLINE constexpr auto divide(Operand<A> a, Operand<B> b) -> decltype(a / b) {
#ifdef __USE_FAST_MATH__
  if constexpr (std::is_same_v<decltype(a / b), float> && std::is_arithmetic_v<std::remove_cv_t<A>> &&
                std::is_arithmetic_v<std::remove_cv_t<B>>) {
    const bool constant = __builtin_constant_p(a) && __builtin_constant_p(b);
    if (!constant && !__builtin_is_constant_evaluated() && (!for_host_too || block_state.in_kernel)) {
      return __fdividef(static_cast<float>(a), static_cast<float>(b));
    }
  }
#endif
#ifndef __x86_64__
  if constexpr (std::is_integral_v<std::remove_cv_t<A>> && std::is_integral_v<std::remove_cv_t<B>>) {
    const std::remove_cv_t<B> divisor = b;
    if (divisor != 0 || __builtin_is_constant_evaluated() || (for_host_too && !block_state.in_kernel))
      return a / divisor;
#ifdef CUDA_EMULATOR_TRACED
    tell_of_zero();
#endif
    return static_cast<decltype(a / b)>(-1);
  }
#endif
  return a / b;
}

// a / quotient * b and a /= quotient = b replace a / b and a /= b: the same precedence, the operands unchanged.
template <bool for_host_too>
struct Quotient {
  template <class B, OnlyIf<B, false> = 0>
  CUDA_EMULATOR_INLINE constexpr Divisor<for_host_too, B> operator=(const B& b) const {
    return {b};
  }
  template <class B, OnlyIf<B, true> = 0>
  CUDA_EMULATOR_INLINE constexpr Divisor<for_host_too, B> operator=(B b) const {
    return {b};
  }
  template <class A, OnlyIf<A, false> = 0>
  CUDA_EMULATOR_INLINE friend constexpr Dividend<for_host_too, A> operator/(const A& a, const Quotient&) {
    return {a};
  }
  template <class A, OnlyIf<A, true> = 0>
  CUDA_EMULATOR_INLINE friend constexpr Dividend<for_host_too, A> operator/(A a, const Quotient&) {
    return {a};
  }
};
template <bool for_host_too, class A, class B, OnlyIf<B, false> = 0>
CUDA_EMULATOR_INLINE constexpr auto operator*(Dividend<for_host_too, A> a, const B& b) -> decltype(a.value / b) {
  return divide<for_host_too, A, B>(a.value, b);
}
template <bool for_host_too, class A, class B, OnlyIf<B, true> = 0>
CUDA_EMULATOR_INLINE constexpr auto operator*(Dividend<for_host_too, A> a, B b) -> decltype(a.value / b) {
  return divide<for_host_too, A, B>(a.value, b);
}
template <bool for_host_too, class A, class B>
CUDA_EMULATOR_INLINE constexpr decltype(auto) operator/=(A& a, Divisor<for_host_too, B> b) {
  if constexpr (std::is_arithmetic_v<std::remove_cv_t<A>>) {
    return a = static_cast<A>(divide<for_host_too, std::remove_cv_t<A>, B>(a, b.value));
  } else {
    return a /= b.value;
  }
}
inline constexpr Quotient<false> quotient;
inline constexpr Quotient<true> quotient_of_both;

}  // namespace cuda_emulator
