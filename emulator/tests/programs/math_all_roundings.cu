// Every arithmetic intrinsic in all four rounding modes, on awkward numbers, each with a checksum of the results' bits.
#include <cstdio>
#include <cstring>

__device__ unsigned long long bits(float x) {
  return __float_as_uint(x);
}
__device__ unsigned long long bits(double x) {
  return (unsigned long long)__double_as_longlong(x);
}
template <class T>
__device__ T value(int i) {  // large and small, exact or not, of both signs; no zeros: the bits of 0 / 0 may differ
  const T list[] = {1, T(1) / 3, T(-2) / 7, T(1e30), T(-1e-30), T(3), T(1.5), T(123456789.125), T(-0.1), T(1e-37)};
  return list[i];
}

#define BINARY(T, f)                                                                                            \
  {                                                                                                             \
    unsigned long long hash = 1;                                                                                \
    _Pragma("unroll 1") for (int i = 0; i < 10; ++i) {                                                          \
      for (int j = 0; j < 10; ++j) hash = hash * 6364136223846793005u + bits(f(value<T>(i), value<T>(j))) + 11; \
    }                                                                                                           \
    printf("%s %016llx\n", #f, hash);                                                                           \
  }
#define UNARY(T, f)                                                    \
  {                                                                    \
    unsigned long long hash = 1;                                       \
    _Pragma("unroll 1") for (int i = 0; i < 10; ++i) hash =            \
        hash * 6364136223846793005u + bits(f(fabs(value<T>(i)))) + 11; \
    printf("%s %016llx\n", #f, hash);                                  \
  }
#define TERNARY(T, f)                                                                 \
  {                                                                                   \
    unsigned long long hash = 1;                                                      \
    _Pragma("unroll 1") for (int i = 0; i < 1000; ++i) {                              \
      const T x = value<T>(i % 10), y = value<T>(i / 10 % 10), z = value<T>(i / 100); \
      hash = hash * 6364136223846793005u + bits(f(x, y, z)) + 11;                     \
    }                                                                                 \
    printf("%s %016llx\n", #f, hash);                                                 \
  }

// clang-format off
__global__ void floats() {
  BINARY(float, __fadd_rn) BINARY(float, __fadd_rz) BINARY(float, __fadd_ru) BINARY(float, __fadd_rd)
  BINARY(float, __fsub_rn) BINARY(float, __fsub_rz) BINARY(float, __fsub_ru) BINARY(float, __fsub_rd)
  BINARY(float, __fmul_rn) BINARY(float, __fmul_rz) BINARY(float, __fmul_ru) BINARY(float, __fmul_rd)
  BINARY(float, __fdiv_rn) BINARY(float, __fdiv_rz) BINARY(float, __fdiv_ru) BINARY(float, __fdiv_rd)
  UNARY(float, __frcp_rn) UNARY(float, __frcp_rz) UNARY(float, __frcp_ru) UNARY(float, __frcp_rd)
  UNARY(float, __fsqrt_rn) UNARY(float, __fsqrt_rz) UNARY(float, __fsqrt_ru) UNARY(float, __fsqrt_rd)
  TERNARY(float, __fmaf_rn) TERNARY(float, __fmaf_rz) TERNARY(float, __fmaf_ru) TERNARY(float, __fmaf_rd)
  UNARY(float, __saturatef)
}

__global__ void doubles() {
  BINARY(double, __dadd_rn) BINARY(double, __dadd_rz) BINARY(double, __dadd_ru) BINARY(double, __dadd_rd)
  BINARY(double, __dsub_rn) BINARY(double, __dsub_rz) BINARY(double, __dsub_ru) BINARY(double, __dsub_rd)
  BINARY(double, __dmul_rn) BINARY(double, __dmul_rz) BINARY(double, __dmul_ru) BINARY(double, __dmul_rd)
  BINARY(double, __ddiv_rn) BINARY(double, __ddiv_rz) BINARY(double, __ddiv_ru) BINARY(double, __ddiv_rd)
  UNARY(double, __drcp_rn) UNARY(double, __drcp_rz) UNARY(double, __drcp_ru) UNARY(double, __drcp_rd)
  UNARY(double, __dsqrt_rn) UNARY(double, __dsqrt_rz) UNARY(double, __dsqrt_ru) UNARY(double, __dsqrt_rd)
  TERNARY(double, __fma_rn) TERNARY(double, __fma_rz) TERNARY(double, __fma_ru) TERNARY(double, __fma_rd)
}
// clang-format on

int main() {
  floats<<<1, 1>>>();
  doubles<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
