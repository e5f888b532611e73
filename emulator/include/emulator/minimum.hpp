// Device functions: min and max, CUDA's overloads, including those of mixed types. As CUDA's they are not constexpr, so
// that a program may declare them again.
#pragma once
#include <math.h>

#define CUDA_EMULATOR_MIN_MAX(A, B, R)                    \
  inline R min(A a, B b) {                                \
    return static_cast<R>(b) < static_cast<R>(a) ? b : a; \
  }                                                       \
  inline R max(A a, B b) {                                \
    return static_cast<R>(a) < static_cast<R>(b) ? b : a; \
  }
#define CUDA_EMULATOR_MIXED_MIN_MAX(S, U) \
  CUDA_EMULATOR_MIN_MAX(S, S, S)          \
  CUDA_EMULATOR_MIN_MAX(U, U, U) CUDA_EMULATOR_MIN_MAX(S, U, U) CUDA_EMULATOR_MIN_MAX(U, S, U)
CUDA_EMULATOR_MIXED_MIN_MAX(int, unsigned)
CUDA_EMULATOR_MIXED_MIN_MAX(long, unsigned long)
CUDA_EMULATOR_MIXED_MIN_MAX(long long, unsigned long long)
#undef CUDA_EMULATOR_MIXED_MIN_MAX
#undef CUDA_EMULATOR_MIN_MAX
// Of a number and a NaN, the number.
inline float min(float a, float b) {
  return fminf(a, b);
}
inline float max(float a, float b) {
  return fmaxf(a, b);
}
inline double min(double a, double b) {
  return fmin(a, b);
}
inline double max(double a, double b) {
  return fmax(a, b);
}
inline double min(float a, double b) {
  return fmin(a, b);
}
inline double max(float a, double b) {
  return fmax(a, b);
}
inline double min(double a, float b) {
  return fmin(a, b);
}
inline double max(double a, float b) {
  return fmax(a, b);
}
inline unsigned umin(unsigned a, unsigned b) {
  return b < a ? b : a;
}
inline unsigned umax(unsigned a, unsigned b) {
  return a < b ? b : a;
}
inline long long llmin(long long a, long long b) {
  return b < a ? b : a;
}
inline long long llmax(long long a, long long b) {
  return a < b ? b : a;
}
inline unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
inline unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}
