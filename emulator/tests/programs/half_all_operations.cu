// Every arithmetic and comparison intrinsic of the two 16-bit types and their pairs, each with a checksum.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__device__ unsigned bits(__half x) {
  return __hisnan(x) ? 0x7fffu : __half_as_ushort(x);
}
__device__ unsigned bits(__nv_bfloat16 x) {
  return __hisnan(x) ? 0x7fffu : __bfloat16_as_ushort(x);
}
__device__ unsigned bits(__half2 x) {
  return bits(__low2half(x)) | bits(__high2half(x)) << 16;
}
__device__ unsigned bits(__nv_bfloat162 x) {
  return bits(__low2bfloat16(x)) | bits(__high2bfloat16(x)) << 16;
}
__device__ unsigned bits(unsigned x) {
  return x;
}
__device__ unsigned bits(bool x) {
  return x;
}
__device__ __noinline__ unsigned short word(
    int i) {  // zeros, ones, thirds, the largest numbers, infinities, NaN, tiny numbers
  const unsigned short list[] = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x3555, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00,
                                 0x0001, 0x03ff, 0x0400, 0x4248, 0xc500, 0x3f80, 0x7f7f, 0x7f80, 0xff80, 0x0080};
  return list[i];
}
template <class T>
__device__ T one(int i);
template <>
__device__ __half one<__half>(int i) {
  return __ushort_as_half(word(i));
}
template <>
__device__ __nv_bfloat16 one<__nv_bfloat16>(int i) {
  return __ushort_as_bfloat16(word(i));
}
template <>
__device__ __half2 one<__half2>(int i) {
  return __halves2half2(one<__half>(i), one<__half>((i + 7) % 20));
}
template <>
__device__ __nv_bfloat162 one<__nv_bfloat162>(int i) {
  return __halves2bfloat162(one<__nv_bfloat16>(i), one<__nv_bfloat16>((i + 7) % 20));
}
template <class T, class F>
__device__ unsigned pairs(F f) {
  unsigned hash = 1;
#pragma unroll 1
  for (int i = 0; i < 400; ++i) hash = hash * 1664525u + bits(f(one<T>(i % 20), one<T>(i / 20))) + 11;
  return hash;
}
template <class T, class F>
__device__ unsigned triples(F f) {
  unsigned hash = 1;
#pragma unroll 1
  for (int i = 0; i < 8000; i += 3) {
    hash = hash * 1664525u + bits(f(one<T>(i % 20), one<T>(i / 20 % 20), one<T>(i / 400))) + 11;
  }
  return hash;
}
#define SHOW(how, f, T, U) \
  printf("%s %08x %08x\n", #f, how<T>([](auto... x) { return f(x...); }), how<U>([](auto... x) { return f(x...); }));
#define ONE_BY_ONE(f) SHOW(pairs, f, __half, __nv_bfloat16)
#define TWO_BY_TWO(f) SHOW(pairs, f, __half2, __nv_bfloat162)
#define COMPARE(f) SHOW(pairs, f, __half, __nv_bfloat16)
#define COMPARE2(f) SHOW(pairs, f, __half2, __nv_bfloat162)
#define FUSED(f) SHOW(triples, f, __half, __nv_bfloat16)
#define FUSED2(f) SHOW(triples, f, __half2, __nv_bfloat162)

// clang-format off
__global__ void arithmetic() {
  ONE_BY_ONE(__hadd) ONE_BY_ONE(__hadd_rn) ONE_BY_ONE(__hadd_sat) ONE_BY_ONE(__hsub) ONE_BY_ONE(__hsub_rn)
  ONE_BY_ONE(__hsub_sat) ONE_BY_ONE(__hmul) ONE_BY_ONE(__hmul_rn) ONE_BY_ONE(__hmul_sat) ONE_BY_ONE(__hmin)
  ONE_BY_ONE(__hmax) ONE_BY_ONE(__hmin_nan) ONE_BY_ONE(__hmax_nan) ONE_BY_ONE(__hdiv) FUSED(__hfma) FUSED(__hfma_sat)
  FUSED(__hfma_relu)
}

__global__ void arithmetic_of_pairs() {
  TWO_BY_TWO(__hadd2) TWO_BY_TWO(__hadd2_rn) TWO_BY_TWO(__hadd2_sat) TWO_BY_TWO(__hsub2) TWO_BY_TWO(__hsub2_rn)
  TWO_BY_TWO(__hsub2_sat) TWO_BY_TWO(__hmul2) TWO_BY_TWO(__hmul2_rn) TWO_BY_TWO(__hmul2_sat) TWO_BY_TWO(__hmin2)
  TWO_BY_TWO(__hmax2) TWO_BY_TWO(__hmin2_nan) TWO_BY_TWO(__hmax2_nan) TWO_BY_TWO(__h2div) FUSED2(__hfma2)
  FUSED2(__hfma2_sat) FUSED2(__hfma2_relu)
}  // clang-format on

__global__
    void comparisons(){COMPARE(__heq) COMPARE(__hequ) COMPARE(__hne) COMPARE(__hneu) COMPARE(__hlt) COMPARE(__hltu)
                           COMPARE(__hle) COMPARE(__hleu) COMPARE(__hgt) COMPARE(__hgtu) COMPARE(__hge) COMPARE(__hgeu)}

// clang-format off
__global__ void comparisons_of_pairs() {
  COMPARE2(__heq2) COMPARE2(__hequ2) COMPARE2(__hne2) COMPARE2(__hneu2) COMPARE2(__hlt2) COMPARE2(__hltu2)
  COMPARE2(__hle2) COMPARE2(__hleu2) COMPARE2(__hgt2) COMPARE2(__hgtu2) COMPARE2(__hge2) COMPARE2(__hgeu2)
  COMPARE2(__heq2_mask) COMPARE2(__hequ2_mask) COMPARE2(__hne2_mask) COMPARE2(__hneu2_mask) COMPARE2(__hlt2_mask)
  COMPARE2(__hltu2_mask) COMPARE2(__hle2_mask) COMPARE2(__hleu2_mask) COMPARE2(__hgt2_mask) COMPARE2(__hgtu2_mask)
  COMPARE2(__hge2_mask) COMPARE2(__hgeu2_mask) COMPARE2(__hbeq2) COMPARE2(__hbequ2) COMPARE2(__hbne2)
  COMPARE2(__hbneu2) COMPARE2(__hblt2) COMPARE2(__hbltu2) COMPARE2(__hble2) COMPARE2(__hbleu2) COMPARE2(__hbgt2)
  COMPARE2(__hbgtu2) COMPARE2(__hbge2) COMPARE2(__hbgeu2)
}
// clang-format on

int main() {
  arithmetic<<<1, 1>>>();
  arithmetic_of_pairs<<<1, 1>>>();
  comparisons<<<1, 1>>>();
  comparisons_of_pairs<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
