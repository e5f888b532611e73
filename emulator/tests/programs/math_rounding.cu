// The four rounding modes of single-precision operations, conversions between all types, and reinterpreted bits.
#include <cstdio>

__global__ void roundings(float a, float b, unsigned* out) {
  int i = 0;
#define FOUR(name, ...)                                                                                   \
  out[i++] = __float_as_uint(name##_rn(__VA_ARGS__)), out[i++] = __float_as_uint(name##_rz(__VA_ARGS__)), \
  out[i++] = __float_as_uint(name##_ru(__VA_ARGS__)), out[i++] = __float_as_uint(name##_rd(__VA_ARGS__))
  FOUR(__fadd, a, b);
  FOUR(__fsub, a, b);
  FOUR(__fmul, a, b);
  FOUR(__fdiv, a, b);
  FOUR(__fmaf, a, b, b);
  FOUR(__fsqrt, a);
  FOUR(__frcp, a);
}
__global__ void to_integers(float x, int* out) {
  int i = 0;
  out[i++] = __float2int_rn(x), out[i++] = __float2int_rz(x), out[i++] = __float2int_ru(x),
  out[i++] = __float2int_rd(x);
  out[i++] = (int)x, out[i++] = (int)rintf(x), out[i++] = lroundf(x), out[i++] = (int)truncf(x);
  out[i++] = (int)floorf(x), out[i++] = (int)ceilf(x), out[i++] = (int)roundf(x), out[i++] = lrintf(x);
  out[i++] = __double2int_rn(x), out[i++] = __double2int_rz(x), out[i++] = (int)__float2ll_rn(x);
  out[i++] = (int)__float2uint_rn(fabsf(x));
}
__global__ void from_integers(int n, unsigned u, long long l, unsigned* out) {
  int i = 0;
  out[i++] = __float_as_uint(__int2float_rn(n)), out[i++] = __float_as_uint(__int2float_rz(n));
  out[i++] = __float_as_uint(__uint2float_ru(u)), out[i++] = __float_as_uint(__uint2float_rd(u));
  out[i++] = __float_as_uint(__ll2float_rn(l)), out[i++] = __float_as_uint(__double2float_rz(0.1));
  out[i++] = __float_as_uint(__double2float_ru(0.1)), out[i++] = __float_as_uint(__int_as_float(0x40490fdb));
}

int main() {
  unsigned* out;
  int* ints;
  cudaMallocManaged(&out, 28 * sizeof(unsigned));
  cudaMallocManaged(&ints, 16 * sizeof(int));
  roundings<<<1, 1>>>(1.1f, 0.3f, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 28; ++i) printf("%08x%c", out[i], i % 4 == 3 ? '\n' : ' ');
  for (float x : {2.5f, -2.5f, 3.7f, -0.2f}) {
    to_integers<<<1, 1>>>(x, ints);
    cudaDeviceSynchronize();
    printf("%4.1f:", x);
    for (int i = 0; i < 16; ++i) printf(" %d", ints[i]);
    printf("\n");
  }
  from_integers<<<1, 1>>>(16777217, 4294967295u, 1ll << 40 | 1, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 8; ++i) printf("%08x ", out[i]);
  printf("\n");
}
