// cuda::std's mathematics: libcu++ has C++20's parts of it, and the C library's names with an f, in C++17 as well.
#pragma once
#include <cmath>
#include <numeric>
#include <type_traits>
#if __cplusplus >= 202002L
#include <numbers>
#endif

#include "emulator/cuda_std/utility.hpp"

namespace cuda {
namespace std {

using ::acosf;
using ::acoshf;
using ::asinf;
using ::asinhf;
using ::atan2f;
using ::atanf;
using ::atanhf;
using ::cbrtf;
using ::ceilf;
using ::copysignf;
using ::cosf;
using ::coshf;
using ::erfcf;
using ::erff;
using ::exp2f;
using ::expf;
using ::expm1f;
using ::fabsf;
using ::fdimf;
using ::floorf;
using ::fmaf;
using ::fmaxf;
using ::fminf;
using ::fmodf;
using ::frexpf;
using ::hypotf;
using ::ilogbf;
using ::ldexpf;
using ::lgammaf;
using ::llrintf;
using ::llroundf;
using ::log10f;
using ::log1pf;
using ::log2f;
using ::logbf;
using ::logf;
using ::lrintf;
using ::lroundf;
using ::modff;
using ::nearbyintf;
using ::nextafterf;
using ::powf;
using ::remainderf;
using ::remquof;
using ::rintf;
using ::roundf;
using ::scalbnf;
using ::sinf;
using ::sinhf;
using ::sqrtf;
using ::tanf;
using ::tanhf;
using ::tgammaf;
using ::truncf;

#if __cplusplus < 202002L
// As in C++20: exact at both ends.
template <class A, class B, class C>
constexpr auto lerp(A from, B to, C part) {
  using T = ::std::conditional_t<::std::is_same_v<decltype(from + to + part), float>, float, double>;
  const T a = from, b = to, t = part;
  if ((a <= 0 && b >= 0) || (a >= 0 && b <= 0)) return t * b + (1 - t) * a;
  if (t == 1) return b;
  const T x = a + t * (b - a);
  return (t > 1) == (b > a) ? (b < x ? x : b) : (x < b ? x : b);
}
template <class T>
constexpr ::std::enable_if_t<::std::is_integral_v<T>, T> midpoint(T a, T b) {
  using U = ::std::make_unsigned_t<T>;
  return a <= b ? static_cast<T>(a + static_cast<T>(static_cast<U>(static_cast<U>(b) - static_cast<U>(a)) / 2))
                : static_cast<T>(a - static_cast<T>(static_cast<U>(static_cast<U>(a) - static_cast<U>(b)) / 2));
}
template <class T>
constexpr ::std::enable_if_t<::std::is_floating_point_v<T>, T> midpoint(T a, T b) {
  const T half = ::std::numeric_limits<T>::max() / 2;
  return a <= half && a >= -half && b <= half && b >= -half ? (a + b) / 2 : a / 2 + b / 2;
}
template <class T>
constexpr T* midpoint(T* a, T* b) {
  return a + (b - a) / 2;
}

namespace numbers {
#define CUDA_EMULATOR_NUMBER(name, value)                                                    \
  template <class T>                                                                         \
  inline constexpr ::std::enable_if_t<::std::is_floating_point_v<T>, T> name##_v = T(value); \
  inline constexpr double name = name##_v<double>;
CUDA_EMULATOR_NUMBER(e, 2.718281828459045235360287471352662498L)
CUDA_EMULATOR_NUMBER(log2e, 1.442695040888963407359924681001892137L)
CUDA_EMULATOR_NUMBER(log10e, 0.434294481903251827651128918916605082L)
CUDA_EMULATOR_NUMBER(pi, 3.141592653589793238462643383279502884L)
CUDA_EMULATOR_NUMBER(inv_pi, 0.318309886183790671537767526745028724L)
CUDA_EMULATOR_NUMBER(inv_sqrtpi, 0.564189583547756286948079451560772586L)
CUDA_EMULATOR_NUMBER(ln2, 0.693147180559945309417232121458176568L)
CUDA_EMULATOR_NUMBER(ln10, 2.302585092994045684017991454684364208L)
CUDA_EMULATOR_NUMBER(sqrt2, 1.414213562373095048801688724209698079L)
CUDA_EMULATOR_NUMBER(sqrt3, 1.732050807568877293527446341505872367L)
CUDA_EMULATOR_NUMBER(inv_sqrt3, 0.577350269189625764509148780501957456L)
CUDA_EMULATOR_NUMBER(egamma, 0.577215664901532860606512090082402431L)
CUDA_EMULATOR_NUMBER(phi, 1.618033988749894848204586834365638118L)
#undef CUDA_EMULATOR_NUMBER
}  // namespace numbers
#endif

}  // namespace std
}  // namespace cuda
