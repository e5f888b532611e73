// Every conversion between integers and floating point in all four rounding modes, each with a checksum of the results'
// bits, and the conversions of NaN.
#include <cstdio>
#include <cstring>

__device__ unsigned long long bits(float x) {
  return __float_as_uint(x);
}
__device__ unsigned long long bits(double x) {
  return (unsigned long long)__double_as_longlong(x);
}
template <class T>
__device__ unsigned long long bits(T x) {
  return (unsigned long long)x;
}
template <class T>
__device__ T real(int i) {
  const T list[] = {0,        T(0.5),  T(1.5),        T(-0.5),       T(-2.5),  T(0.1),    T(-99.9),  T(2147483520.0),
                    T(3e9),   T(-3e9), T(2147483648), T(4294967296), T(1e19),  T(-1e19),  T(1.8e19), T(1e30),
                    T(-1e30), T(1e-9), T(123456.789), T(-7.00001),   T(65504), T(1.5e-7), T(33.5),   T(-33.5)};
  return list[i];
}
template <class T>
__device__ T integer(int i) {
  const long long list[] = {0,
                            1,
                            -1,
                            16777217,
                            -16777219,
                            2147483647,
                            -2147483647,
                            4294967295,
                            1234567891,
                            987654321,
                            0x7ffffffffffffff1,
                            0x123456789abcdef1,
                            -0x123456789abcdef1,
                            9007199254740993,
                            -9007199254740995};
  return (T)list[i];
}
#define FROM_REAL(T, f)                                                                                             \
  {                                                                                                                 \
    unsigned long long hash = 1;                                                                                    \
    _Pragma("unroll 1") for (int i = 0; i < 24; ++i) hash = hash * 6364136223846793005u + bits(f(real<T>(i))) + 11; \
    printf("%s %016llx, nan %llx\n", #f, hash, bits(f(nan_of<T>())));                                               \
  }
#define FROM_INTEGER(T, f)                                                                                             \
  {                                                                                                                    \
    unsigned long long hash = 1;                                                                                       \
    _Pragma("unroll 1") for (int i = 0; i < 15; ++i) hash = hash * 6364136223846793005u + bits(f(integer<T>(i))) + 11; \
    printf("%s %016llx\n", #f, hash);                                                                                  \
  }
template <class T>
__device__ T nan_of() {
  return (T)__int_as_float(0x7fffffff);
}

__global__ void to_integers(){
    FROM_REAL(float, __float2int_rn) FROM_REAL(float, __float2int_rz) FROM_REAL(float, __float2int_ru)
        FROM_REAL(float, __float2int_rd) FROM_REAL(float, __float2uint_rn) FROM_REAL(float, __float2uint_rz)
            FROM_REAL(float, __float2uint_ru) FROM_REAL(float, __float2uint_rd) FROM_REAL(float, __float2ll_rn)
                FROM_REAL(float, __float2ll_rz) FROM_REAL(float, __float2ll_ru) FROM_REAL(float, __float2ll_rd)
                    FROM_REAL(float, __float2ull_rn) FROM_REAL(float, __float2ull_rz) FROM_REAL(float, __float2ull_ru)
                        FROM_REAL(float, __float2ull_rd) FROM_REAL(double, __double2int_rn)
                            FROM_REAL(double, __double2int_rz) FROM_REAL(double, __double2int_ru)
                                FROM_REAL(double, __double2int_rd) FROM_REAL(double, __double2uint_rn)
                                    FROM_REAL(double, __double2uint_rz) FROM_REAL(double, __double2uint_ru)
                                        FROM_REAL(double, __double2uint_rd) FROM_REAL(double, __double2ll_rn)
                                            FROM_REAL(double, __double2ll_rz) FROM_REAL(double, __double2ll_ru)
                                                FROM_REAL(double, __double2ll_rd) FROM_REAL(double, __double2ull_rn)
                                                    FROM_REAL(double, __double2ull_rz) FROM_REAL(double,
                                                                                                 __double2ull_ru)
                                                        FROM_REAL(double, __double2ull_rd)} __global__ void to_reals(){
    FROM_INTEGER(int, __int2float_rn) FROM_INTEGER(int, __int2float_rz) FROM_INTEGER(int, __int2float_ru)
        FROM_INTEGER(int, __int2float_rd) FROM_INTEGER(unsigned, __uint2float_rn)
            FROM_INTEGER(unsigned, __uint2float_rz) FROM_INTEGER(unsigned, __uint2float_ru)
                FROM_INTEGER(unsigned, __uint2float_rd) FROM_INTEGER(long long, __ll2float_rn)
                    FROM_INTEGER(long long, __ll2float_rz) FROM_INTEGER(long long, __ll2float_ru)
                        FROM_INTEGER(long long, __ll2float_rd) FROM_INTEGER(long long, __ll2double_rn)
                            FROM_INTEGER(long long, __ll2double_rz) FROM_INTEGER(long long, __ll2double_ru)
                                FROM_INTEGER(long long, __ll2double_rd) FROM_INTEGER(unsigned long long, __ull2float_rn)
                                    FROM_INTEGER(unsigned long long, __ull2float_rz)
                                        FROM_INTEGER(unsigned long long, __ull2float_ru)
                                            FROM_INTEGER(unsigned long long, __ull2float_rd)
                                                FROM_INTEGER(unsigned long long, __ull2double_rn)
                                                    FROM_INTEGER(unsigned long long, __ull2double_rz)
                                                        FROM_INTEGER(unsigned long long, __ull2double_ru)
                                                            FROM_INTEGER(unsigned long long, __ull2double_rd)
                                                                FROM_INTEGER(int, __int2double_rn)
                                                                    FROM_INTEGER(unsigned, __uint2double_rn)} __global__
    void narrower() {
  FROM_REAL(double, __double2float_rn)
  FROM_REAL(double, __double2float_rz) FROM_REAL(double, __double2float_ru) FROM_REAL(double, __double2float_rd)
}

int main() {
  to_integers<<<1, 1>>>();
  to_reals<<<1, 1>>>();
  narrower<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
