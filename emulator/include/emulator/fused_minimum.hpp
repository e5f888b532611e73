// Minima and maxima with a sum, of three numbers, clamped at zero, or with the choice as a result: for dynamic
// programming. On whole words, and on the two halves of one.
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

// Not std::max: <algorithm> declares names that programs define themselves.
template <class T>
constexpr auto larger(T a, T b) {
  return a < b ? b : a;
}
template <class T>
constexpr auto smaller(T a, T b) {
  return b < a ? b : a;
}
// Sums wrap around in the width of their type.
template <class T>
constexpr auto wrapping_sum(T a, T b) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
}

}  // namespace cuda_emulator

// name_s32 and its variants, of an expression in x, y and z of type T.
#define CUDA_EMULATOR_FUSED(name, Word, suffix, expression) \
  constexpr Word name##suffix(Word x, Word y, Word z) {     \
    using T = Word;                                         \
    return expression;                                      \
  }
// The expression on both halves x, y and z of the words. Not a template of a function object: each use of one here
// would be instantiated in every program.
#define CUDA_EMULATOR_HALVES(result, Half, a, b, c, expression)                      \
  for (int shift = 0; shift < 32; shift += 16) {                                     \
    using T = Half;                                                                  \
    const T x = static_cast<T>(a >> shift), y = static_cast<T>(b >> shift);          \
    [[maybe_unused]] const T z = static_cast<T>(c >> shift);                         \
    const T of_three = expression;                                                   \
    result |= static_cast<unsigned>(static_cast<unsigned short>(of_three)) << shift; \
  }
#define CUDA_EMULATOR_FUSED_HALVES(name, Half, suffix, expression)                        \
  constexpr unsigned name##suffix(const unsigned a, const unsigned b, const unsigned c) { \
    unsigned result = 0;                                                                  \
    CUDA_EMULATOR_HALVES(result, Half, a, b, c, expression)                               \
    return result;                                                                        \
  }
#define CUDA_EMULATOR_FUSED_ALL(name, expression)                                                  \
  CUDA_EMULATOR_FUSED(name, int, _s32, expression)                                                 \
  CUDA_EMULATOR_FUSED(name, int, _s32_relu, cuda_emulator::larger(T(expression), T(0)))            \
  CUDA_EMULATOR_FUSED(name, unsigned, _u32, expression)                                            \
  CUDA_EMULATOR_FUSED_HALVES(name, short, _s16x2, expression)                                      \
  CUDA_EMULATOR_FUSED_HALVES(name, short, _s16x2_relu, cuda_emulator::larger(T(expression), T(0))) \
  CUDA_EMULATOR_FUSED_HALVES(name, unsigned short, _u16x2, expression)
#define CUDA_EMULATOR_OF_TWO(name, pick)                                                                     \
  constexpr int __vi##name##_s32_relu(int a, int b) {                                                        \
    return cuda_emulator::larger(cuda_emulator::pick(a, b), 0);                                              \
  }                                                                                                          \
  constexpr unsigned __vi##name##_s16x2_relu(unsigned a, unsigned b) {                                       \
    unsigned result = 0;                                                                                     \
    CUDA_EMULATOR_HALVES(result, short, a, b, 0, cuda_emulator::larger<short>(cuda_emulator::pick(x, y), 0)) \
    return result;                                                                                           \
  }                                                                                                          \
  constexpr int __vib##name##_s32(int a, int b, bool* first) {                                               \
    return *first = a == cuda_emulator::pick(a, b), cuda_emulator::pick(a, b);                               \
  }                                                                                                          \
  constexpr unsigned __vib##name##_u32(unsigned a, unsigned b, bool* first) {                                \
    return *first = a == cuda_emulator::pick(a, b), cuda_emulator::pick(a, b);                               \
  }                                                                                                          \
  CUDA_EMULATOR_OF_TWO_HALVES(__vib##name##_s16x2, short, pick)                                              \
  CUDA_EMULATOR_OF_TWO_HALVES(__vib##name##_u16x2, unsigned short, pick)
#define CUDA_EMULATOR_OF_TWO_HALVES(name, Half, pick)                                  \
  constexpr unsigned name(unsigned a, unsigned b, bool* first_high, bool* first_low) { \
    unsigned result = 0;                                                               \
    CUDA_EMULATOR_HALVES(result, Half, a, b, 0, cuda_emulator::pick(x, y))             \
    *first_low = (a & 0xffff) == (result & 0xffff);                                    \
    *first_high = a >> 16 == result >> 16;                                             \
    return result;                                                                     \
  }
CUDA_EMULATOR_FUSED_ALL(__viaddmax, cuda_emulator::larger(cuda_emulator::wrapping_sum<T>(x, y), z))
CUDA_EMULATOR_FUSED_ALL(__viaddmin, cuda_emulator::smaller(cuda_emulator::wrapping_sum<T>(x, y), z))
CUDA_EMULATOR_FUSED_ALL(__vimax3, cuda_emulator::larger(cuda_emulator::larger(x, y), z))
CUDA_EMULATOR_FUSED_ALL(__vimin3, cuda_emulator::smaller(cuda_emulator::smaller(x, y), z))
CUDA_EMULATOR_OF_TWO(max, larger)
CUDA_EMULATOR_OF_TWO(min, smaller)
#undef CUDA_EMULATOR_OF_TWO_HALVES
#undef CUDA_EMULATOR_OF_TWO
#undef CUDA_EMULATOR_FUSED_ALL
#undef CUDA_EMULATOR_FUSED_HALVES
#undef CUDA_EMULATOR_HALVES
#undef CUDA_EMULATOR_FUSED
