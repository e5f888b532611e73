// Every conversion between integers and the two 16-bit floating-point types, each with a checksum of the results' bits.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

using half_type = __half;
using bf_type = __nv_bfloat16;
using short_type = short;
using ushort_type = unsigned short;
using int_type = int;
using uint_type = unsigned;
using ll_type = long long;
using ull_type = unsigned long long;
__device__ unsigned long long bits(__half x) {
  return __half_as_ushort(x);
}
__device__ unsigned long long bits(__nv_bfloat16 x) {
  return __bfloat16_as_ushort(x);
}
template <class T>
__device__ unsigned long long bits(T x) {
  return (unsigned long long)x;
}
__device__ void read(unsigned short word, __half& x) {
  x = __ushort_as_half(word);
}
__device__ void read(unsigned short word, __nv_bfloat16& x) {
  x = __ushort_as_bfloat16(word);
}
#define TO_INTEGER(T, f)                                                      \
  {                                                                           \
    unsigned long long hash = 1;                                              \
    _Pragma("unroll 1") for (unsigned i = 0; i < 65536; i += 97) {            \
      T x;                                                                    \
      read((unsigned short)i, x);                                             \
      if (!__hisnan(x)) hash = hash * 6364136223846793005u + bits(f(x)) + 11; \
    }                                                                         \
    printf("%s %016llx\n", #f, hash);                                         \
  }
#define INTEGER(T, f)                                                      \
  {                                                                        \
    unsigned long long hash = 1, x = 1;                                    \
    _Pragma("unroll 1") for (int i = 0; i < 300; ++i) {                    \
      x = x * 6364136223846793005u + 1442695040888963407u;                 \
      hash = hash * 6364136223846793005u + bits(f((T)(x >> i % 64))) + 11; \
    }                                                                      \
    printf("%s %016llx\n", #f, hash);                                      \
  }
#define REAL(T, f)                                                      \
  {                                                                     \
    unsigned long long hash = 1;                                        \
    unsigned x = 1;                                                     \
    _Pragma("unroll 1") for (int i = 0; i < 300; ++i) {                 \
      x = x * 1664525u + 1013904223u;                                   \
      const float r = __uint_as_float(x);                               \
      if (r == r) hash = hash * 6364136223846793005u + bits(f(r)) + 11; \
    }                                                                   \
    printf("%s %016llx\n", #f, hash);                                   \
  }

// clang-format off
__global__ void halves() {
  INTEGER(short_type, __short2half_rn) INTEGER(short_type, __short2half_rz) INTEGER(short_type, __short2half_ru)
  INTEGER(short_type, __short2half_rd) TO_INTEGER(half_type, __half2short_rn) TO_INTEGER(half_type, __half2short_rz)
  TO_INTEGER(half_type, __half2short_ru) TO_INTEGER(half_type, __half2short_rd) INTEGER(ushort_type, __ushort2half_rn)
  INTEGER(ushort_type, __ushort2half_rz) INTEGER(ushort_type, __ushort2half_ru) INTEGER(ushort_type, __ushort2half_rd)
  TO_INTEGER(half_type, __half2ushort_rn) TO_INTEGER(half_type, __half2ushort_rz)
  TO_INTEGER(half_type, __half2ushort_ru) TO_INTEGER(half_type, __half2ushort_rd) INTEGER(int_type, __int2half_rn)
  INTEGER(int_type, __int2half_rz) INTEGER(int_type, __int2half_ru) INTEGER(int_type, __int2half_rd)
  TO_INTEGER(half_type, __half2int_rn) TO_INTEGER(half_type, __half2int_rz) TO_INTEGER(half_type, __half2int_ru)
  TO_INTEGER(half_type, __half2int_rd) INTEGER(uint_type, __uint2half_rn) INTEGER(uint_type, __uint2half_rz)
  INTEGER(uint_type, __uint2half_ru) INTEGER(uint_type, __uint2half_rd) TO_INTEGER(half_type, __half2uint_rn)
  TO_INTEGER(half_type, __half2uint_rz) TO_INTEGER(half_type, __half2uint_ru) TO_INTEGER(half_type, __half2uint_rd)
  INTEGER(ll_type, __ll2half_rn) INTEGER(ll_type, __ll2half_rz) INTEGER(ll_type, __ll2half_ru)
  INTEGER(ll_type, __ll2half_rd) TO_INTEGER(half_type, __half2ll_rn) TO_INTEGER(half_type, __half2ll_rz)
  TO_INTEGER(half_type, __half2ll_ru) TO_INTEGER(half_type, __half2ll_rd) INTEGER(ull_type, __ull2half_rn)
  INTEGER(ull_type, __ull2half_rz) INTEGER(ull_type, __ull2half_ru) INTEGER(ull_type, __ull2half_rd)
  TO_INTEGER(half_type, __half2ull_rn) TO_INTEGER(half_type, __half2ull_rz) TO_INTEGER(half_type, __half2ull_ru)
  TO_INTEGER(half_type, __half2ull_rd) TO_INTEGER(half_type, __half2char_rz) TO_INTEGER(half_type, __half2uchar_rz)
  REAL(float, __float2half_rn) REAL(float, __float2half_rz) REAL(float, __float2half_ru) REAL(float, __float2half_rd)
}

__global__ void bfloats() {
  INTEGER(short_type, __short2bfloat16_rn) INTEGER(short_type, __short2bfloat16_rz)
  INTEGER(short_type, __short2bfloat16_ru) INTEGER( short_type, __short2bfloat16_rd)
  TO_INTEGER(bf_type, __bfloat162short_rn) TO_INTEGER(bf_type, __bfloat162short_rz)
  TO_INTEGER(bf_type, __bfloat162short_ru) TO_INTEGER(bf_type, __bfloat162short_rd)
  INTEGER( ushort_type, __ushort2bfloat16_rn) INTEGER(ushort_type, __ushort2bfloat16_rz)
  INTEGER(ushort_type, __ushort2bfloat16_ru) INTEGER(ushort_type, __ushort2bfloat16_rd)
  TO_INTEGER( bf_type, __bfloat162ushort_rn) TO_INTEGER(bf_type, __bfloat162ushort_rz)
  TO_INTEGER(bf_type, __bfloat162ushort_ru) TO_INTEGER(bf_type, __bfloat162ushort_rd)
  INTEGER( int_type, __int2bfloat16_rn) INTEGER(int_type, __int2bfloat16_rz) INTEGER(int_type, __int2bfloat16_ru)
  INTEGER(int_type, __int2bfloat16_rd) TO_INTEGER(bf_type, __bfloat162int_rn) TO_INTEGER( bf_type, __bfloat162int_rz)
  TO_INTEGER(bf_type, __bfloat162int_ru) TO_INTEGER(bf_type, __bfloat162int_rd) INTEGER(uint_type, __uint2bfloat16_rn)
  INTEGER( uint_type, __uint2bfloat16_rz) INTEGER(uint_type, __uint2bfloat16_ru)
  INTEGER(uint_type, __uint2bfloat16_rd) TO_INTEGER(bf_type, __bfloat162uint_rn)
  TO_INTEGER( bf_type, __bfloat162uint_rz) TO_INTEGER(bf_type, __bfloat162uint_ru)
  TO_INTEGER(bf_type, __bfloat162uint_rd) INTEGER(ll_type, __ll2bfloat16_rn) INTEGER(ll_type, __ll2bfloat16_rz)
  INTEGER(ll_type, __ll2bfloat16_ru) INTEGER( ll_type, __ll2bfloat16_rd) TO_INTEGER(bf_type, __bfloat162ll_rn)
  TO_INTEGER(bf_type, __bfloat162ll_rz) TO_INTEGER(bf_type, __bfloat162ll_ru) TO_INTEGER(bf_type, __bfloat162ll_rd)
  INTEGER(ull_type, __ull2bfloat16_rn) INTEGER(ull_type, __ull2bfloat16_rz) INTEGER(ull_type, __ull2bfloat16_ru)
  INTEGER(ull_type, __ull2bfloat16_rd) TO_INTEGER( bf_type, __bfloat162ull_rn) TO_INTEGER(bf_type, __bfloat162ull_rz)
  TO_INTEGER(bf_type, __bfloat162ull_ru) TO_INTEGER(bf_type, __bfloat162ull_rd)
  TO_INTEGER(bf_type, __bfloat162char_rz) TO_INTEGER(bf_type, __bfloat162uchar_rz) REAL(float, __float2bfloat16_rn)
  REAL(float, __float2bfloat16_rz) REAL(float, __float2bfloat16_ru) REAL(float, __float2bfloat16_rd)
}
// clang-format on

int main() {
  halves<<<1, 1>>>();
  bfloats<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
