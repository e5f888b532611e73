// Out of range: conversion intrinsics that clamp, division by zero and infinities, NaN, min and max, fast
// intrinsics.
#include <cmath>
#include <cstdio>

__global__ void conversions(float big, float nan, double huge, long long* out) {
  int i = 0;
  out[i++] = __float2int_rz(big), out[i++] = __float2int_rn(-big), out[i++] = __float2uint_rz(-5.0f);
  out[i++] = __float2uint_rz(big), out[i++] = __double2ll_rz(huge), out[i++] = __float2int_rn(nan);
  out[i++] = __double2ll_rz(-huge), out[i++] = __float2ll_rz(big * 1e10f);
  out[i++] = (unsigned char)__float2uint_rz(300.7f), out[i++] = __float2uint_rz(nan);
}
__global__ void classes(float zero, float* out, int* flags) {
  const float inf = 1 / zero, nan = zero / zero;
  out[0] = inf, out[1] = -1 / zero, out[2] = nan, out[3] = fmaxf(nan, 2), out[4] = fminf(3, nan);
  out[5] = __saturatef(1.5f), out[6] = __saturatef(-2), out[7] = __saturatef(0.25f), out[8] = __saturatef(nan);
  out[9] = copysignf(3, -0.0f), out[10] = fmodf(inf, 2), out[11] = sqrtf(-1);
  flags[0] = isinf(inf), flags[1] = isnan(nan), flags[2] = isfinite(inf), flags[3] = signbit(-zero) != 0;
  flags[4] = nan == nan, flags[5] = isnan(out[11]), flags[6] = inf > 3e38f, flags[7] = 1e-40f > 0;
}
__global__ void integers(int zero, int* out) {
  out[0] = max(3, -4), out[1] = min(3u, 4u), out[2] = abs(-7), out[3] = (-7) / 2, out[4] = -7 % 3, out[5] = -7 >> 1;
  out[6] = umin(5, 6), out[7] = (int)llmax(5LL, 6LL);
  out[8] = 5 / (zero + 1);
}
__global__ void fast(float x, float* out) {
  out[0] = __sinf(x), out[1] = __cosf(x), out[2] = __expf(x), out[3] = __logf(x), out[4] = __powf(x, 3);
  out[5] = __fdividef(1, x), out[6] = __tanf(x), out[7] = __log2f(x), out[8] = __exp10f(x), out[9] = __frsqrt_rn(x);
}

int main() {
  long long* l;
  float* f;
  int* n;
  cudaMallocManaged(&l, 10 * sizeof *l);
  cudaMallocManaged(&f, 12 * sizeof *f);
  cudaMallocManaged(&n, 10 * sizeof *n);
  conversions<<<1, 1>>>(1e20f, NAN, 1e30, l);
  classes<<<1, 1>>>(0, f, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < 10; ++i) printf("%lld ", l[i]);
  printf("\n");
  for (int i = 0; i < 12; ++i) {
    if (std::isnan(f[i])) {
      printf("nan ");
    } else {
      printf("%g ", f[i]);
    }
  }
  printf("\n");
  for (int i = 0; i < 8; ++i) printf("%d ", n[i]);
  printf("\n");
  integers<<<1, 1>>>(0, n);
  fast<<<1, 1>>>(0.75f, f);
  cudaDeviceSynchronize();
  for (int i = 0; i < 9; ++i) printf("%d ", n[i]);
  printf("\n");
  for (int i = 0; i < 10; ++i) printf("%.3f ", f[i]);
  printf("\n");
}
