// Stands in for the CUDA header of the same name: complex numbers as pairs, float2 and double2.
#pragma once
#include <cuda_runtime.h>

#include <cmath>

using cuFloatComplex = float2;
using cuDoubleComplex = double2;
using cuComplex = cuFloatComplex;

// Division scales both sides by the divisor's magnitude, so that squares neither overflow nor underflow.
#define CUDA_EMULATOR_COMPLEX(T, type, suffix)                                  \
  inline T cuCreal##suffix(type x) {                                            \
    return x.x;                                                                 \
  }                                                                             \
  inline T cuCimag##suffix(type x) {                                            \
    return x.y;                                                                 \
  }                                                                             \
  inline type make_##type(T real, T imaginary) {                                \
    return {real, imaginary};                                                   \
  }                                                                             \
  inline type cuConj##suffix(type x) {                                          \
    return {x.x, -x.y};                                                         \
  }                                                                             \
  inline type cuCadd##suffix(type x, type y) {                                  \
    return {x.x + y.x, x.y + y.y};                                              \
  }                                                                             \
  inline type cuCsub##suffix(type x, type y) {                                  \
    return {x.x - y.x, x.y - y.y};                                              \
  }                                                                             \
  inline type cuCmul##suffix(type x, type y) {                                  \
    return {x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x};                      \
  }                                                                             \
  inline type cuCdiv##suffix(type x, type y) {                                  \
    const T scale = 1 / (std::fabs(y.x) + std::fabs(y.y));                      \
    const T a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale; \
    const T size = 1 / (c * c + d * d);                                         \
    return {(a * c + b * d) * size, (b * c - a * d) * size};                    \
  }                                                                             \
  inline T cuCabs##suffix(type x) {                                             \
    return std::hypot(x.x, x.y);                                                \
  }                                                                             \
  inline type cuCfma##suffix(type x, type y, type d) {                          \
    return {(x.x * y.x + d.x) - x.y * y.y, (x.x * y.y + d.y) + x.y * y.x};      \
  }
CUDA_EMULATOR_COMPLEX(float, cuFloatComplex, f)
CUDA_EMULATOR_COMPLEX(double, cuDoubleComplex, )
#undef CUDA_EMULATOR_COMPLEX

inline cuComplex make_cuComplex(float real, float imaginary) {
  return {real, imaginary};
}
inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x) {
  return {x.x, x.y};
}
inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x) {
  return {static_cast<float>(x.x), static_cast<float>(x.y)};
}
