// Stands in for cuRAND's device generators: the same numbers for the same seed, subsequence and offset, from the
// published algorithms.
//   XORWOW         G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003
//   MRG32k3a       P. L'Ecuyer, "Good Parameters and Implementations for Combined Multiple Recursive Random Number
//                  Generators", Operations Research 47(1), 1999
//   Philox4x32-10  J. Salmon et al., "Parallel Random Numbers: As Easy as 1, 2, 3", SC 2011
// All distributions are equal to the last bit, computed with the device's own logarithm, sine and cosine.
#pragma once
#include <cuda_runtime.h>
#include <curand.h>

struct curandStateXORWOW {
  unsigned d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned STATE;  // which word of output comes next
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;
using curandStateMRG32k3a_t = curandStateMRG32k3a;
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

#ifdef __CUDACC__

#include "emulator/announcements.hpp"
#include "emulator/random.hpp"

#define CURAND_KERNEL_H_

namespace cuda_emulator {

// Tell the microscope which sequence a thread starts, and that it moves to a position in it.
CUDA_EMULATOR_NOTRACE inline void random_starts(unsigned long long seed, unsigned long long sequence,
                                                unsigned long long offset) {
  if (cuda_emulator_random_starts) cuda_emulator_random_starts(seed, sequence, offset, __builtin_return_address(0));
}
CUDA_EMULATOR_NOTRACE inline void random_skips(unsigned long long n) {
  if (n != 0 && cuda_emulator_random_skips) cuda_emulator_random_skips();
}

}  // namespace cuda_emulator

#ifdef CUDA_EMULATOR_TRACED
#define CUDA_EMULATOR_RANDOM_STARTS cuda_emulator::random_starts(seed, subsequence, offset)
#define CUDA_EMULATOR_RANDOM_SKIPS cuda_emulator::random_skips(n)
#else
#define CUDA_EMULATOR_RANDOM_STARTS
#define CUDA_EMULATOR_RANDOM_SKIPS
#endif

// ---- XORWOW ----

inline void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  CUDA_EMULATOR_RANDOM_SKIPS;
  cuda_emulator::xorwow_advance(state->v, n, 0);
  state->d += cuda_emulator::xorwow_weyl * static_cast<unsigned>(n);
}
// A sequence is 2^67 numbers long, a multiple of the Weyl sequence's period.
inline void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  CUDA_EMULATOR_RANDOM_SKIPS;
  cuda_emulator::xorwow_advance(state->v, n, cuda_emulator::xorwow_sequence_log2);
}
CUDA_EMULATOR_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                      unsigned long long offset, curandStateXORWOW_t* state) {
  CUDA_EMULATOR_RANDOM_STARTS;
  *state = {};
  cuda_emulator::xorwow_seed(seed, state->v, state->d);
  cuda_emulator::xorwow_advance(state->v, subsequence, cuda_emulator::xorwow_sequence_log2);
  cuda_emulator::xorwow_advance(state->v, offset, 0);
  state->d += cuda_emulator::xorwow_weyl * static_cast<unsigned>(offset);
}
inline unsigned curand(curandStateXORWOW_t* state) {
  return cuda_emulator::xorwow_next(state->v, state->d);
}

// ---- Philox4x32-10: a counter of 128 bits is enciphered; its upper half is the subsequence. ----

namespace cuda_emulator {
inline void philox_skip(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned long long words = state->STATE + (n & 3);
  state->STATE = words & 3;
  cuda_emulator::philox_advance(state->ctr, n / 4 + words / 4);
  state->output = cuda_emulator::philox(state->ctr, state->key);
}
inline void philox_skip_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned long long upper = (static_cast<unsigned long long>(state->ctr.w) << 32 | state->ctr.z) + n;
  state->ctr.z = static_cast<unsigned>(upper);
  state->ctr.w = static_cast<unsigned>(upper >> 32);
  state->output = cuda_emulator::philox(state->ctr, state->key);
}
}  // namespace cuda_emulator
inline void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  CUDA_EMULATOR_RANDOM_SKIPS;
  cuda_emulator::philox_skip(n, state);
}
inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  CUDA_EMULATOR_RANDOM_SKIPS;
  cuda_emulator::philox_skip_sequence(n, state);
}
CUDA_EMULATOR_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                      unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  CUDA_EMULATOR_RANDOM_STARTS;
  *state = {};
  state->key = {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)};
  cuda_emulator::philox_skip_sequence(subsequence, state);
  cuda_emulator::philox_skip(offset, state);
}
inline unsigned curand(curandStatePhilox4_32_10_t* state) {
  const uint4 block = state->output;
  const unsigned word = state->STATE;
  const unsigned result = word == 0 ? block.x : word == 1 ? block.y : word == 2 ? block.z : block.w;
  if (word == 3) {
    cuda_emulator::philox_advance(state->ctr, 1);
    state->output = cuda_emulator::philox(state->ctr, state->key);
  }
  state->STATE = (word + 1) & 3;
  return result;
}
// The next four words, wherever in a block they start.
inline uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 a = state->output;
  cuda_emulator::philox_advance(state->ctr, 1);
  const uint4 b = state->output = cuda_emulator::philox(state->ctr, state->key);
  switch (state->STATE) {
    case 0:
      return a;
    case 1:
      return {a.y, a.z, a.w, b.x};
    case 2:
      return {a.z, a.w, b.x, b.y};
    default:
      return {a.w, b.x, b.y, b.z};
  }
}

// ---- MRG32k3a ----

inline void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  CUDA_EMULATOR_RANDOM_SKIPS;
  cuda_emulator::mrg_advance(state->s1, state->s2, n, 0);
}
inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  CUDA_EMULATOR_RANDOM_SKIPS;
  cuda_emulator::mrg_advance(state->s1, state->s2, n, cuda_emulator::mrg_subsequence_log2);
}
inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  CUDA_EMULATOR_RANDOM_SKIPS;
  cuda_emulator::mrg_advance(state->s1, state->s2, n, cuda_emulator::mrg_sequence_log2);
}
CUDA_EMULATOR_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                                      unsigned long long offset, curandStateMRG32k3a_t* state) {
  CUDA_EMULATOR_RANDOM_STARTS;
  *state = {};
  cuda_emulator::mrg_seed(seed, state->s1, state->s2);
  cuda_emulator::mrg_advance(state->s1, state->s2, subsequence, cuda_emulator::mrg_subsequence_log2);
  cuda_emulator::mrg_advance(state->s1, state->s2, offset, 0);
}
inline double curand_MRG32k3a(curandStateMRG32k3a_t* state) {
  return cuda_emulator::mrg_next(state->s1, state->s2);
}
inline unsigned curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned>(curand_MRG32k3a(state) * cuda_emulator::mrg_to_32_bits);
}

// ---- Uniform in (0, 1] ----

inline float curand_uniform(curandStateXORWOW_t* state) {
  return cuda_emulator::uniform(curand(state));
}
inline float curand_uniform(curandStatePhilox4_32_10_t* state) {
  return cuda_emulator::uniform(curand(state));
}
inline float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(curand_MRG32k3a(state) * cuda_emulator::mrg_to_unit);
}
inline float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {cuda_emulator::uniform(x.x), cuda_emulator::uniform(x.y), cuda_emulator::uniform(x.z),
          cuda_emulator::uniform(x.w)};
}
inline double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned low = curand(state);
  return cuda_emulator::uniform_53_bits(low, curand(state));
}
// cuRAND makes these from one word each: 32 bits, not 53.
inline double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return cuda_emulator::uniform_32_bits(curand(state));
}
inline double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return curand_MRG32k3a(state) * cuda_emulator::mrg_to_unit;
}
inline double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return {cuda_emulator::uniform_53_bits(x.x, x.y), cuda_emulator::uniform_53_bits(x.z, x.w)};
}
inline double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
  return {first.x, first.y, second.x, second.y};
}

// ---- Normal: Box-Muller makes two from two uniform numbers; the second is stored in the state. ----

inline float2 curand_normal2(curandStateXORWOW_t* state) {
  const unsigned x = curand(state);
  return cuda_emulator::box_muller(x, curand(state));
}
inline float2 curand_normal2(curandStatePhilox4_32_10_t* state) {
  const unsigned x = curand(state);
  return cuda_emulator::box_muller(x, curand(state));
}
inline float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float radius = curand_uniform(state);
  return cuda_emulator::box_muller_of(radius, curand_uniform(state) * cuda_emulator::two_pi);
}
inline float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 first = cuda_emulator::box_muller(x.x, x.y), second = cuda_emulator::box_muller(x.z, x.w);
  return {first.x, first.y, second.x, second.y};
}
inline double2 curand_normal2_double(curandStateXORWOW_t* state) {
  const double radius = curand_uniform_double(state);
  const unsigned low = curand(state);
  return cuda_emulator::box_muller_double(radius, cuda_emulator::uniform_53_bits(low, curand(state)) * 2);
}
inline double2 curand_normal2_double(curandStatePhilox4_32_10_t* state) {
  const double2 u = curand_uniform2_double(state);
  return cuda_emulator::box_muller_double(u.x, u.y * 2);
}
inline double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double radius = curand_uniform_double(state);
  return cuda_emulator::box_muller_double(radius, curand_uniform_double(state) * 2);
}
inline double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
  return {first.x, first.y, second.x, second.y};
}
template <class State>
auto curand_normal(State* state) -> decltype(curand_normal2(state).x) {
  return cuda_emulator::one_of_two(state->boxmuller_flag, state->boxmuller_extra, cuda_emulator::kept_normal,
                                   [=] { return curand_normal2(state); });
}
template <class State>
auto curand_normal_double(State* state) -> decltype(curand_normal2_double(state).x) {
  return cuda_emulator::one_of_two(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                   cuda_emulator::kept_normal, [=] { return curand_normal2_double(state); });
}

// ---- Log-normal ----

template <class State>
auto curand_log_normal2(State* state, float mean, float deviation) -> decltype(curand_normal2(state)) {
  const float2 normal = curand_normal2(state);
  return {expf(fmaf(deviation, normal.x, mean)), expf(fmaf(deviation, normal.y, mean))};
}
template <class State>
auto curand_log_normal2_double(State* state, double mean, double deviation) -> decltype(curand_normal2_double(state)) {
  const double2 normal = curand_normal2_double(state);
  return {exp(fma(deviation, normal.x, mean)), exp(fma(deviation, normal.y, mean))};
}
inline float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float deviation) {
  const float4 normal = curand_normal4(state);
  return {expf(fmaf(deviation, normal.x, mean)), expf(fmaf(deviation, normal.y, mean)),
          expf(fmaf(deviation, normal.z, mean)), expf(fmaf(deviation, normal.w, mean))};
}
inline double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean, double deviation) {
  const double2 first = curand_log_normal2_double(state, mean, deviation);
  const double2 second = curand_log_normal2_double(state, mean, deviation);
  return {first.x, first.y, second.x, second.y};
}
template <class State>
auto curand_log_normal(State* state, float mean, float deviation) -> decltype(curand_normal2(state).x) {
  return cuda_emulator::one_of_two(state->boxmuller_flag, state->boxmuller_extra, cuda_emulator::kept_log_normal,
                                   [=] { return curand_log_normal2(state, mean, deviation); });
}
template <class State>
auto curand_log_normal_double(State* state, double mean, double deviation) -> decltype(curand_normal2_double(state).x) {
  return cuda_emulator::one_of_two(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                   cuda_emulator::kept_log_normal,
                                   [=] { return curand_log_normal2_double(state, mean, deviation); });
}

// ---- Poisson ----

template <class State>
auto curand_poisson(State* state, double lambda) -> decltype(curand(state)) {
  if (lambda < cuda_emulator::poisson_by_products) {
    // Knuth: how many uniform numbers can be multiplied before the product falls to exp(-lambda)?
    unsigned count = 0;
    for (float product = expf(static_cast<float>(lambda)) * curand_uniform(state); product > 1.0f; ++count) {
      product *= curand_uniform(state);
    }
    return count;
  }
  if (lambda > cuda_emulator::poisson_by_normal) {
    return cuda_emulator::poisson_of_normal(lambda, curand_normal_double(state));
  }
  return cuda_emulator::poisson_by_rejection(static_cast<float>(lambda), [=] { return curand_uniform(state); });
}
inline uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  if (lambda > cuda_emulator::poisson_by_normal) {
    const double4 normal = curand_normal4_double(state);
    return {cuda_emulator::poisson_of_normal(lambda, normal.x), cuda_emulator::poisson_of_normal(lambda, normal.y),
            cuda_emulator::poisson_of_normal(lambda, normal.z), cuda_emulator::poisson_of_normal(lambda, normal.w)};
  }
  uint4 counts;
  counts.x = curand_poisson(state, lambda);
  counts.y = curand_poisson(state, lambda);
  counts.z = curand_poisson(state, lambda);
  counts.w = curand_poisson(state, lambda);
  return counts;
}

#endif
