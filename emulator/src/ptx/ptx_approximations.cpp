// Inline PTX: the approximate functions of the special function unit, rcp.approx to tanh.approx.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>
#include <cstring>

#include "emulator/special_functions.hpp"
#include "ptx/ptx_tables.hpp"

namespace cuda_emulator {
namespace {

template <class T>
using Function = T (*)(T);

struct Approximation {
  const char* name;
  Function<float> plain, flushing;
  Function<double> seed;  // of double precision
};
constexpr Approximation approximations[] = {
    {"rcp", rcp_approx, rcp_approx_ftz, rcp_approx_ftz_64},
    {"rsqrt", rsqrt_approx, rsqrt_approx_ftz, rsqrt_approx_ftz_64},
    {"sqrt", sqrt_approx, sqrt_approx_ftz, nullptr},
    {"ex2", ex2_approx, ex2_approx_ftz, nullptr},
    {"lg2", lg2_approx, lg2_approx_ftz, nullptr},
    {"sin", sin_approx_ftz, sin_approx_ftz, nullptr},
    {"cos", cos_approx_ftz, cos_approx_ftz, nullptr},
    {"tanh", tanh_approx, tanh_approx, nullptr},
};

template <class T>
T value_of(Word word) {
  T value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}
template <class T>
Word word_of(T value) {
  Word word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

template <class T>
PtxStep unary(const PtxStatement& s, Function<T> f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  return [=](Word* r) { r[d] = word_of(f(value_of<T>(r[a]))); };
}

// In half precision the same unit's result is truncated, and becomes infinite if it is too large.
template <class T>
std::uint16_t in_half_precision(Function<float> f, std::uint16_t bits) {
  const float y = f(static_cast<float>(T::from_bits(bits)));
  if constexpr (std::is_same_v<T, __half>) {
    return (std::fabs(y) >= 65536 ? __half(y) : __float2half_rz(y)).bits();
  } else {
    return __float2bfloat16_rz(y).bits();
  }
}

template <class T>
PtxStep halves(const PtxStatement& s, Function<float> f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  const bool pair = s.words.back().ends_with("x2");
  return [=](Word* r) {
    const Word low = in_half_precision<T>(f, static_cast<std::uint16_t>(r[a]));
    r[d] = low | (pair ? Word{in_half_precision<T>(f, static_cast<std::uint16_t>(r[a] >> 16))} << 16 : 0);
  };
}

// div.full keeps the reciprocal of a large divisor from vanishing; div.approx does not. Without ftz both scale denormal
// divisors.
float divide(float x, float y, bool full, bool flushing) {
  const float size = std::fabs(y);
  const float scale = full && size > 0x1p126f ? 0.25f : !flushing && size < 0x1p-126f ? 0x1p24f : 1.0f;
  return rcp_approx_ftz(y * scale) * (x * scale);
}

}  // namespace

PtxStep ptx_approximation(const PtxStatement& s) {
  const bool flushing = s.has("ftz"), full = s.has("full");
  if (!full && !s.has("approx")) return {};
  const std::string &op = s.words[0], &type = s.words.back();
  if (op == "div" && type == "f32") {
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
    return [=](Word* r) { r[d] = word_of(divide(value_of<float>(r[a]), value_of<float>(r[b]), full, flushing)); };
  }
  for (const Approximation& f : approximations) {
    if (op != f.name) continue;
    if (type == "f32") return unary<float>(s, flushing ? f.flushing : f.plain);
    if (type == "f16" || type == "f16x2") return halves<__half>(s, f.flushing);
    if (type == "bf16" || type == "bf16x2") return halves<__nv_bfloat16>(s, f.flushing);
    if (type == "f64" && flushing && f.seed) return unary<double>(s, f.seed);
  }
  return {};
}

}  // namespace cuda_emulator
