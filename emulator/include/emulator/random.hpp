// The generators and distributions behind curand_kernel.h and curand.h. The salts of the seeds, the spacing of
// subsequences and the order in which words are used are cuRAND's.
#pragma once
#include <cmath>
#include <cstdint>

#include "emulator/device_math.hpp"
#include "emulator/special_functions.hpp"
#include "emulator/vector_types.hpp"

namespace cuda_emulator {

// ---- XORWOW: five words of a xorshift generator plus a Weyl sequence ----

constexpr unsigned xorwow_weyl = 362437;
constexpr unsigned xorwow_sequence_log2 = 67;

inline unsigned xorwow_next(unsigned (&v)[5], unsigned& d) {
  const unsigned t = v[0] ^ v[0] >> 2;
  v[0] = v[1];
  v[1] = v[2];
  v[2] = v[3];
  v[3] = v[4];
  v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
  d += xorwow_weyl;
  return v[4] + d;
}
// Marsaglia's initial values, mixed with the two halves of the seed.
inline void xorwow_seed(unsigned long long seed, unsigned (&v)[5], unsigned& d) {
  const unsigned low = (static_cast<unsigned>(seed) ^ 0xaad26b49u) * 1099087573u;
  const unsigned high = (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
  d = 6615241u + high + low;
  v[0] = 123456789u + low;
  v[1] = 362436069u ^ low;
  v[2] = 521288629u + high;
  v[3] = 88675123u ^ high;
  v[4] = 5783321u + low;
}
// n * 2^log2 steps at once; log2 is 0 or that of the sequences.
void xorwow_advance(unsigned (&v)[5], unsigned long long n, unsigned log2);

// ---- MRG32k3a: two recurrences over three words, each modulo a prime ----

constexpr unsigned long long mrg_modulus_1 = 4294967087, mrg_modulus_2 = 4294944443;
constexpr unsigned mrg_subsequence_log2 = 76, mrg_sequence_log2 = 127;
constexpr double mrg_to_unit = 2.3283065498378288e-10, mrg_to_32_bits = 1.000000048662;

inline unsigned mrg_next(unsigned (&s1)[3], unsigned (&s2)[3]) {
  const unsigned long long x =
      (1403580 * static_cast<unsigned long long>(s1[1]) + 810728 * (mrg_modulus_1 - s1[0])) % mrg_modulus_1;
  const unsigned long long y =
      (527612 * static_cast<unsigned long long>(s2[2]) + 1370589 * (mrg_modulus_2 - s2[0])) % mrg_modulus_2;
  s1[0] = s1[1];
  s1[1] = s1[2];
  s1[2] = static_cast<unsigned>(x);
  s2[0] = s2[1];
  s2[1] = s2[2];
  s2[2] = static_cast<unsigned>(y);
  return static_cast<unsigned>(x > y ? x - y : x + mrg_modulus_1 - y);
}
inline void mrg_seed(unsigned long long seed, unsigned (&s1)[3], unsigned (&s2)[3]) {
  const unsigned long long low = static_cast<unsigned>(seed) ^ 0x55555555u;
  const unsigned long long high = static_cast<unsigned>(seed >> 32) ^ 0xaaaaaaaau;
  for (unsigned i = 0; i < 3; ++i) {
    constexpr unsigned start = 12345;
    s1[i] = seed == 0 ? start : static_cast<unsigned>((i == 1 ? high : low) * start % mrg_modulus_1);
    s2[i] = seed == 0 ? start : static_cast<unsigned>((i == 1 ? low : high) * start % mrg_modulus_2);
  }
}
void mrg_advance(unsigned (&s1)[3], unsigned (&s2)[3], unsigned long long n, unsigned log2);

// ---- Philox4x32-10 ----

inline uint4 philox(uint4 counter, uint2 key) {
  for (unsigned round = 0; round < 10; ++round) {
    const unsigned long long a = 0xd2511f53ull * counter.x, b = 0xcd9e8d57ull * counter.z;
    counter = {static_cast<unsigned>(b >> 32) ^ counter.y ^ key.x, static_cast<unsigned>(b),
               static_cast<unsigned>(a >> 32) ^ counter.w ^ key.y, static_cast<unsigned>(a)};
    key.x += 0x9e3779b9u;
    key.y += 0xbb67ae85u;
  }
  return counter;
}
inline void philox_advance(uint4& counter, unsigned long long n) {
  const unsigned long long lower = static_cast<unsigned long long>(counter.y) << 32 | counter.x;
  const unsigned long long sum = lower + n;
  counter.x = static_cast<unsigned>(sum);
  counter.y = static_cast<unsigned>(sum >> 32);
  if (sum < n && ++counter.z == 0) ++counter.w;
}

// ---- Uniform in (0, 1] ----

inline float uniform(unsigned x) {
  return static_cast<float>(x) * 0x1p-32f + 0x1p-33f;
}
inline double uniform_32_bits(unsigned x) {
  return x * 0x1p-32 + 0x1p-32;
}
inline double uniform_53_bits(unsigned low, unsigned high) {
  return static_cast<double>(low ^ static_cast<unsigned long long>(high) << 21) * 0x1p-53 + 0x1p-54;
}

// ---- Normal ----

constexpr float two_pi = 6.2831855f;
constexpr int kept_normal = 1, kept_log_normal = 2;

inline float2 box_muller_of(float u, float angle) {
  const float radius = std::sqrt(-2.0f * on_device_logf(u));
  return {sin_approx_ftz(angle) * radius, cos_approx_ftz(angle) * radius};
}
inline float2 box_muller(unsigned x, unsigned y) {
  constexpr float step = 0x1p-32f * two_pi;
  return box_muller_of(uniform(x), std::fma(static_cast<float>(y), step, step / 2));
}
inline double2 box_muller_double(double u, double half_turns) {
  const double radius = std::sqrt(-2.0 * on_device_log(u));
  double sine, cosine;
  on_device_sincospi(half_turns, &sine, &cosine);
  return {sine * radius, cosine * radius};
}

// Returns the stored number if it is of this kind; else computes two, returns one and stores the other.
template <class T, class MakeTwo>
T one_of_two(int& flag, T& kept, int kind, MakeTwo make_two) {
  if (flag == kind) {
    flag = 0;
    return kept;
  }
  const auto two = make_two();
  kept = two.y;
  flag = kind;
  return two.x;
}

// ---- Poisson ----

constexpr double poisson_by_products = 64, poisson_by_normal = 4000;  // below the one, above the other

inline unsigned poisson_of_normal(double lambda, double normal) {
  return static_cast<unsigned>(std::sqrt(lambda) * normal + lambda + 0.5);
}

// Exponentials and logarithms by hardware, scaled in double.
inline float exp_by_hardware(float x) {
  return ex2_approx_ftz(static_cast<float>(static_cast<double>(x) * 1.4426950408889634));
}
inline float log_by_hardware(float x) {
  return static_cast<float>(static_cast<double>(lg2_approx_ftz(x)) * 0.6931471805599453);
}

// The regularised incomplete gamma function P(a, x), approximated by the square of a logistic curve in x, and its
// inverse.
struct GammaCurve {
  float a, slope, shift;
  explicit GammaCurve(float shape)
      : a(shape),
        slope(std::fma(rsqrt_approx_ftz(shape - 0.12400979329415655f), 1.43248035075540910f, 0.00025361074907033f)),
        shift(std::fma(rsqrt_approx_ftz(shape - 1.97381164089999420f), 0.21096734870196546f, 0.94201734077887530f)) {}

  float operator()(float x) const {
    const float root = exp_by_hardware(std::fma(slope, a - x, -shift)) + 1.0f;
    return rcp_approx_ftz(root * root);
  }
  float inverse(float y) const {
    return std::fma(-(shift + log_by_hardware(rsqrt_approx_ftz(y) - 1.0f)), rcp_approx_ftz(slope), a);
  }
};

// Counts drawn from the curve's steps, each accepted with the probability of the true distribution.
template <class Uniform>
unsigned poisson_by_rejection(float lambda, Uniform next_uniform) {
  const GammaCurve curve(lambda);
  const float log_lambda = log_by_hardware(lambda);
  for (;;) {
    const float count = std::floor(curve.inverse(next_uniform()));
    const float step = (curve(count + 1.0f) - curve(count)) * 1.3f;
    const float height = next_uniform() * step;
    const float log_factorial = static_cast<float>(on_device_lgamma(static_cast<double>(count) + 1.0));
    const float wanted = exp_by_hardware(std::fma(count, log_lambda, -lambda) - log_factorial);
    if (height < wanted && step >= 1e-20f) return static_cast<unsigned>(count);
  }
}

}  // namespace cuda_emulator
