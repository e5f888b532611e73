// -use_fast_math: float square roots of device code (functions: fast_names.hpp, divisions: division.hpp). Included only
// with that option; the translator writes fast_root.
#pragma once
#include <cmath>
#include <type_traits>

#include "emulator/division.hpp"
#include "emulator/fast_functions.hpp"

namespace cuda_emulator {

template <class T>
CUDA_EMULATOR_INLINE auto fast_root(const T& x) {
  if constexpr (std::is_same_v<T, float>) {
    return block_state.in_kernel ? sqrt_approx_ftz(x) : std::sqrt(x);
  } else {
    using std::sqrt;
    return sqrt(x);
  }
}

// a / quotient * root_below(x) replaces a / sqrtf(x).
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
