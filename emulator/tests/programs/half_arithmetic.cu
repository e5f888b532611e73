// Half precision: conversions, arithmetic by operators and by intrinsics, pairs, comparisons, mathematical functions.
#include <cuda_fp16.h>

#include <cstdio>

__global__ void scalar(float x, float y, float* out) {
  const __half a = __float2half(x), b = __float2half_rn(y);
  int i = 0;
  out[i++] = __half2float(a + b), out[i++] = __half2float(a - b), out[i++] = __half2float(a * b);
  out[i++] = __half2float(a / b), out[i++] = __half2float(__hfma(a, b, a)), out[i++] = __half2float(-a);
  out[i++] = __half2float(hsqrt(a)), out[i++] = __half2float(hrcp(b)), out[i++] = __half2float(__habs(-b));
  out[i++] = __half2float(hfloor(a)), out[i++] = __half2float(hceil(a)), out[i++] = __half2float(hrint(a));
  out[i++] = a > b, out[i++] = __hlt(a, b), out[i++] = __heq(a, a), out[i++] = __half2float(__hmax(a, b));
  out[i++] = (float)half(3) + (float)__int2half_rn(-2), out[i++] = __half2int_rz(a), out[i++] = __hisnan(a - a);
}
__global__ void pairs(const half2* a, const half2* b, half2* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  half2 r = __hfma2(a[i], b[i], __float2half2_rn(0.5f));
  r = __hadd2(r, __halves2half2(__high2half(a[i]), __low2half(b[i])));
  out[i] = __hmul2(r, make_half2(__float2half(2), __float2half(-1)));
}
__global__ void dot(const half2* a, const half2* b, int n, float* out) {
  half2 sum = __float2half2_rn(0);
  for (int i = threadIdx.x; i < n; i += 32) sum = sum + a[i] * b[i];
  float total = __low2float(sum) + __high2float(sum);
  for (int o = 16; o > 0; o /= 2) total += __shfl_down_sync(0xffffffff, total, o);
  if (threadIdx.x == 0) *out = total;
}

int main() {
  float* out;
  half2 *a, *b, *c;
  const int n = 64;
  cudaMallocManaged(&out, 20 * sizeof(float));
  cudaMallocManaged(&a, n * sizeof(half2));
  cudaMallocManaged(&b, n * sizeof(half2));
  cudaMallocManaged(&c, n * sizeof(half2));
  for (float x : {2.25f, 0.1f}) {
    scalar<<<1, 1>>>(x, 1.5f, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 19; ++i) printf("%g ", out[i]);
    printf("\n");
  }
  for (int i = 0; i < n; ++i) {
    a[i] = __floats2half2_rn(i * 0.25f, 1);
    b[i] = __floats2half2_rn(2, i % 8 - 4);
  }
  pairs<<<1, 64>>>(a, b, c, n);
  dot<<<1, 32>>>(a, b, n, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i += 9) printf("(%g, %g) ", __low2float(c[i]), __half2float(c[i].y));
  printf("\ndot %g, sizes %zu %zu\n", *out, sizeof(half), sizeof(half2));
  const half big = __float2half(70000.0f), tiny = __float2half(1e-8f);
  printf("%g %g %g\n", __half2float(big), __half2float(tiny), __half2float(__ushort_as_half(0x3c01)));
}
