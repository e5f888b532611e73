// Two halves or four bytes in a word: __vadd2, __vabsdiffu4, __vcmpgts2 and similar functions.
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

template <class Part>
constexpr auto clamped(int v) {
  constexpr int low = std::is_signed_v<Part> ? -(1 << (sizeof(Part) * 8 - 1)) : 0;
  constexpr int high = low + (1 << (sizeof(Part) * 8)) - 1;
  return v < low ? low : v > high ? high : v;
}

}  // namespace cuda_emulator

// The expression on every part x and y of the words, taken as Part; the results are truncated to the part's size. Not a
// template of a function object: each use of one here would be instantiated in every program.
#define CUDA_EMULATOR_PARTS(name, Part, expression)                                   \
  constexpr unsigned name(unsigned a, unsigned b) {                                   \
    using cuda_emulator::clamped;                                                     \
    constexpr unsigned bits = sizeof(Part) * 8, mask = (1u << bits) - 1;              \
    unsigned result = 0;                                                              \
    for (unsigned shift = 0; shift < 32; shift += bits) {                             \
      const int x = static_cast<Part>(a >> shift), y = static_cast<Part>(b >> shift); \
      result |= (static_cast<unsigned>(expression) & mask) << shift;                  \
    }                                                                                 \
    return result;                                                                    \
  }
#define CUDA_EMULATOR_PARTS_OF_ONE(name, Part, expression)               \
  constexpr unsigned name(unsigned a) {                                  \
    using cuda_emulator::clamped;                                        \
    constexpr unsigned bits = sizeof(Part) * 8, mask = (1u << bits) - 1; \
    unsigned result = 0;                                                 \
    for (unsigned shift = 0; shift < 32; shift += bits) {                \
      const int x = static_cast<Part>(a >> shift);                       \
      result |= (static_cast<unsigned>(expression) & mask) << shift;     \
    }                                                                    \
    return result;                                                       \
  }
#define CUDA_EMULATOR_COMPARE(name, n, S, U, relation)              \
  CUDA_EMULATOR_PARTS(__vcmp##name##s##n, S, x relation y ? -1 : 0) \
  CUDA_EMULATOR_PARTS(__vcmp##name##u##n, U, x relation y ? -1 : 0) \
  CUDA_EMULATOR_PARTS(__vset##name##s##n, S, x relation y)          \
  CUDA_EMULATOR_PARTS(__vset##name##u##n, U, x relation y)
#define CUDA_EMULATOR_SIMD(n, S, U)                                             \
  CUDA_EMULATOR_PARTS(__vadd##n, S, x + y)                                      \
  CUDA_EMULATOR_PARTS(__vsub##n, S, x - y)                                      \
  CUDA_EMULATOR_PARTS(__vaddss##n, S, clamped<S>(x + y))                        \
  CUDA_EMULATOR_PARTS(__vaddus##n, U, clamped<U>(x + y))                        \
  CUDA_EMULATOR_PARTS(__vsubss##n, S, clamped<S>(x - y))                        \
  CUDA_EMULATOR_PARTS(__vsubus##n, U, clamped<U>(x - y))                        \
  CUDA_EMULATOR_PARTS(__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)               \
  CUDA_EMULATOR_PARTS(__vavgu##n, U, (x + y + 1) >> 1)                          \
  CUDA_EMULATOR_PARTS(__vhaddu##n, U, (x + y) >> 1)                             \
  CUDA_EMULATOR_PARTS(__vabsdiffs##n, S, x < y ? y - x : x - y)                 \
  CUDA_EMULATOR_PARTS(__vabsdiffu##n, U, x < y ? y - x : x - y)                 \
  CUDA_EMULATOR_PARTS(__vmins##n, S, y < x ? y : x)                             \
  CUDA_EMULATOR_PARTS(__vminu##n, U, y < x ? y : x)                             \
  CUDA_EMULATOR_PARTS(__vmaxs##n, S, x < y ? y : x)                             \
  CUDA_EMULATOR_PARTS(__vmaxu##n, U, x < y ? y : x)                             \
  CUDA_EMULATOR_PARTS_OF_ONE(__vabs##n, S, x < 0 ? -x : x)                      \
  CUDA_EMULATOR_PARTS_OF_ONE(__vabsss##n, S, clamped<S>(x < 0 ? -x : x))        \
  CUDA_EMULATOR_PARTS_OF_ONE(__vneg##n, S, -x)                                  \
  CUDA_EMULATOR_PARTS_OF_ONE(__vnegss##n, S, clamped<S>(-x))                    \
  CUDA_EMULATOR_PARTS(__vcmpeq##n, S, x == y ? -1 : 0)                          \
  CUDA_EMULATOR_PARTS(__vcmpne##n, S, x != y ? -1 : 0)                          \
  CUDA_EMULATOR_PARTS(__vseteq##n, S, x == y)                                   \
  CUDA_EMULATOR_PARTS(__vsetne##n, S, x != y)                                   \
  CUDA_EMULATOR_COMPARE(lt, n, S, U, <)                                         \
  CUDA_EMULATOR_COMPARE(le, n, S, U, <=)                                        \
  CUDA_EMULATOR_COMPARE(gt, n, S, U, >)                                         \
  CUDA_EMULATOR_COMPARE(ge, n, S, U, >=)                                        \
  /* the sum of all parts' differences */                                       \
  constexpr unsigned __vsads##n(unsigned a, unsigned b) {                       \
    unsigned sum = 0;                                                           \
    for (unsigned shift = 0; shift < 32; shift += sizeof(S) * 8) {              \
      const int x = static_cast<S>(a >> shift), y = static_cast<S>(b >> shift); \
      sum += static_cast<unsigned>(x < y ? y - x : x - y);                      \
    }                                                                           \
    return sum;                                                                 \
  }                                                                             \
  constexpr unsigned __vsadu##n(unsigned a, unsigned b) {                       \
    unsigned sum = 0;                                                           \
    for (unsigned shift = 0; shift < 32; shift += sizeof(U) * 8) {              \
      const int x = static_cast<U>(a >> shift), y = static_cast<U>(b >> shift); \
      sum += static_cast<unsigned>(x < y ? y - x : x - y);                      \
    }                                                                           \
    return sum;                                                                 \
  }
CUDA_EMULATOR_SIMD(2, short, unsigned short)
CUDA_EMULATOR_SIMD(4, signed char, unsigned char)
#undef CUDA_EMULATOR_SIMD
#undef CUDA_EMULATOR_COMPARE
#undef CUDA_EMULATOR_PARTS_OF_ONE
#undef CUDA_EMULATOR_PARTS
