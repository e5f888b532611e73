// Device functions: bits, and the same bits as another type.
#pragma once
#include "emulator/core.hpp"

namespace cuda_emulator {

template <class To, class From>
CUDA_EMULATOR_INLINE auto bit_cast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof to);
  return to;
}

template <class T>
constexpr auto reversed_bits(T v) {
  T r = 0;
  for (unsigned i = 0; i < sizeof(T) * 8; ++i) r |= (v >> i & 1) << (sizeof(T) * 8 - 1 - i);
  return r;
}

}  // namespace cuda_emulator

constexpr int __popc(unsigned v) {
  return __builtin_popcount(v);
}
constexpr int __popcll(unsigned long long v) {
  return __builtin_popcountll(v);
}
constexpr int __clz(int v) {
  return v ? __builtin_clz(static_cast<unsigned>(v)) : 32;
}
constexpr int __clzll(long long v) {
  return v ? __builtin_clzll(static_cast<unsigned long long>(v)) : 64;
}
constexpr int __ffs(int v) {
  return __builtin_ffs(v);
}
constexpr int __ffsll(long long v) {
  return __builtin_ffsll(v);
}
constexpr unsigned __brev(unsigned v) {
  return cuda_emulator::reversed_bits(v);
}
constexpr unsigned long long __brevll(unsigned long long v) {
  return cuda_emulator::reversed_bits(v);
}
constexpr unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned pick = selector >> (4 * i) & 7;
    result |= (static_cast<unsigned>(bytes >> (8 * pick)) & 0xff) << (8 * i);
  }
  return result;
}
// The n-th set bit from `base` on, upwards for a positive n, downwards for a negative one; offset 0 tests base.
constexpr unsigned __fns(unsigned mask, unsigned base, int offset) {
  if (offset == 0) return mask >> base & 1 ? base : 0xffffffffu;
  const int step = offset > 0 ? 1 : -1;
  int left = offset > 0 ? offset : -offset;
  for (int bit = static_cast<int>(base); bit >= 0 && bit < 32; bit += step) {
    if ((mask >> bit & 1) && --left == 0) return static_cast<unsigned>(bit);
  }
  return 0xffffffffu;
}
constexpr unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(((static_cast<unsigned long long>(high) << 32 | low) << (shift & 31)) >> 32);
}
constexpr unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
constexpr unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
constexpr unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
  return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

inline float __int_as_float(int v) {
  return cuda_emulator::bit_cast<float>(v);
}
inline float __uint_as_float(unsigned v) {
  return cuda_emulator::bit_cast<float>(v);
}
inline int __float_as_int(float v) {
  return cuda_emulator::bit_cast<int>(v);
}
inline unsigned __float_as_uint(float v) {
  return cuda_emulator::bit_cast<unsigned>(v);
}
inline double __longlong_as_double(long long v) {
  return cuda_emulator::bit_cast<double>(v);
}
inline long long __double_as_longlong(double v) {
  return cuda_emulator::bit_cast<long long>(v);
}
inline int __double2hiint(double v) {
  return static_cast<int>(__double_as_longlong(v) >> 32);
}
inline int __double2loint(double v) {
  return static_cast<int>(__double_as_longlong(v));
}
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}
