// -use_fast_math: the functions that nvcc replaces in device code then, float division and square roots among them.
// Included only with that option; the translator writes quotient and fast_root.
#pragma once
#include <math.h>

#include <cmath>
#include <type_traits>

#include "emulator/fast_functions.hpp"

// In the library (fast_math.cpp): in a kernel the fast function, in host code the exact one. The name of the symbol is
// replaced, not that of the function, so that std::exp(float) and a function pointer mean the fast one too.
#define CUDA_EMULATOR_FAST(declaration, name) extern "C" declaration noexcept __asm__("cuda_emulator_fast_" name)
CUDA_EMULATOR_FAST(float expf(float), "expf");
CUDA_EMULATOR_FAST(float exp2f(float), "exp2f");
CUDA_EMULATOR_FAST(float exp10f(float), "exp10f");
CUDA_EMULATOR_FAST(float logf(float), "logf");
CUDA_EMULATOR_FAST(float log2f(float), "log2f");
CUDA_EMULATOR_FAST(float log10f(float), "log10f");
CUDA_EMULATOR_FAST(float powf(float, float), "powf");
CUDA_EMULATOR_FAST(float sinf(float), "sinf");
CUDA_EMULATOR_FAST(float cosf(float), "cosf");
CUDA_EMULATOR_FAST(float tanf(float), "tanf");
CUDA_EMULATOR_FAST(float tanhf(float), "tanhf");
CUDA_EMULATOR_FAST(void sincosf(float, float*, float*), "sincosf");
#undef CUDA_EMULATOR_FAST

namespace cuda_emulator {

template <bool for_host_too, class A>
struct Dividend {
  const A& value;
};
template <bool for_host_too, class B>
struct Divisor {
  const B& value;
};

template <bool for_host_too, class A, class B>
CUDA_EMULATOR_INLINE constexpr auto divide(const A& a, const B& b) -> decltype(a / b) {
  if constexpr (std::is_same_v<decltype(a / b), float> && std::is_arithmetic_v<std::remove_cv_t<A>> &&
                std::is_arithmetic_v<std::remove_cv_t<B>>) {
    const bool constant = __builtin_constant_p(a) && __builtin_constant_p(b);
    if (!constant && !__builtin_is_constant_evaluated() && (!for_host_too || block_state.in_kernel)) {
      return __fdividef(static_cast<float>(a), static_cast<float>(b));
    }
  }
  return a / b;
}

// a / quotient * b and a /= quotient = b, where a / b and a /= b stood: the same precedence, the operands untouched.
template <bool for_host_too>
struct Quotient {
  template <class B>
  CUDA_EMULATOR_INLINE constexpr Divisor<for_host_too, B> operator=(const B& b) const {
    return {b};
  }
  template <class A>
  CUDA_EMULATOR_INLINE friend constexpr Dividend<for_host_too, A> operator/(const A& a, const Quotient&) {
    return {a};
  }
};
template <bool for_host_too, class A, class B>
CUDA_EMULATOR_INLINE constexpr auto operator*(const Dividend<for_host_too, A>& a, const B& b) -> decltype(a.value / b) {
  return divide<for_host_too>(a.value, b);
}
template <bool for_host_too, class A, class B>
CUDA_EMULATOR_INLINE constexpr decltype(auto) operator/=(A& a, const Divisor<for_host_too, B>& b) {
  if constexpr (std::is_arithmetic_v<std::remove_cv_t<A>>) {
    return a = static_cast<A>(divide<for_host_too>(a, b.value));
  } else {
    return a /= b.value;
  }
}
inline constexpr Quotient<false> quotient;
inline constexpr Quotient<true> quotient_of_both;

template <class T>
CUDA_EMULATOR_INLINE auto fast_root(const T& x) {
  if constexpr (std::is_same_v<T, float>) {
    return block_state.in_kernel ? sqrt_approx_ftz(x) : std::sqrt(x);
  } else {
    using std::sqrt;
    return sqrt(x);
  }
}

// a / quotient * root_below(x), where a / sqrtf(x) stood.
template <class T>
struct Root {
  const T& of;
};
template <class T>
CUDA_EMULATOR_INLINE auto root_below(const T& x) {
  if constexpr (std::is_same_v<T, float>) {
    return Root<T>{x};
  } else {
    return fast_root(x);
  }
}
template <bool for_host_too, class A>
CUDA_EMULATOR_INLINE auto operator*(const Dividend<for_host_too, A>& a, const Root<float>& b)
    -> decltype(a.value / b.of) {
  if constexpr (std::is_same_v<decltype(a.value / b.of), float>) {
    if (block_state.in_kernel) return rsqrt_approx_ftz(b.of) * static_cast<float>(a.value);
  }
  return a.value / fast_root(b.of);
}

}  // namespace cuda_emulator
