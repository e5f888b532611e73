// Device functions of one thread: bits, integers, rounding, conversions, mathematics beyond the C library.
#include <gtest/gtest.h>
#include <math_constants.h>

#include <climits>
#include <cmath>
#include <cstdint>

namespace {

TEST(Functions, Bits) {
  EXPECT_EQ(__popc(0xf0f0u), 8);
  EXPECT_EQ(__popcll(~0ull), 64);
  EXPECT_EQ(__clz(0), 32);
  EXPECT_EQ(__clz(1), 31);
  EXPECT_EQ(__clzll(-1), 0);
  EXPECT_EQ(__ffs(0), 0);
  EXPECT_EQ(__ffs(0x80), 8);
  EXPECT_EQ(__ffsll(1ll << 40), 41);
  EXPECT_EQ(__brev(1u), 0x80000000u);
  EXPECT_EQ(__brevll(2ull), 0x4000000000000000ull);
  EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x7410), 0x77441100u);
  EXPECT_EQ(__byte_perm(0x00800000, 0, 0xa), 0x80u);
  EXPECT_EQ(__funnelshift_l(0x80000000, 0x1, 1), 3u);
  EXPECT_EQ(__funnelshift_r(0x80000000, 0x1, 31), 3u);
  EXPECT_EQ(__funnelshift_lc(5, 6, 40), 5u);
  EXPECT_EQ(__funnelshift_rc(5, 6, 32), 6u);
  EXPECT_EQ(__fns(0xf0, 0, 2), 5u);
  EXPECT_EQ(__fns(0xf0, 31, -1), 7u);
  EXPECT_EQ(__fns(0xf0, 4, 0), 4u);
  EXPECT_EQ(__fns(0xf0, 0, 5), 0xffffffffu);
}

TEST(Functions, Integers) {
  EXPECT_EQ(__mul24(-3, 5), -15);
  EXPECT_EQ(__mul24(0x1000002, 3), 6);
  EXPECT_EQ(__umul24(0xff000003u, 4), 12u);
  EXPECT_EQ(__mulhi(INT_MIN, 2), -1);
  EXPECT_EQ(__umulhi(0x80000000u, 6), 3u);
  EXPECT_EQ(__mul64hi(LLONG_MIN, 2), -1);
  EXPECT_EQ(__umul64hi(1ull << 63, 6), 3ull);
  EXPECT_EQ(__sad(-5, 7, 3), 15u);
  EXPECT_EQ(__usad(5, 7, 3), 5u);
  EXPECT_EQ(__hadd(INT_MAX, INT_MAX - 2), INT_MAX - 1);
  EXPECT_EQ(__rhadd(1, 2), 2);
  EXPECT_EQ(__uhadd(~0u, ~0u - 2), ~0u - 1);
  EXPECT_EQ(__dp4a(static_cast<int>(0x01ff0203), 0x01010101, 10), 10 + 1 - 1 + 2 + 3);
  EXPECT_EQ(__dp4a(0x01ff0203u, 0x01010101u, 10u), 10u + 1 + 255 + 2 + 3);
  EXPECT_EQ(__dp2a_lo(0x00020003, 0x00000504, 1), 1 + 3 * 4 + 2 * 5);
  EXPECT_EQ(__dp2a_hi(0x00020003, 0x05040000, 1), 1 + 3 * 4 + 2 * 5);
  EXPECT_EQ(__vadd4(0xff010203, 0x02010101), 0x01020304u);
  EXPECT_EQ(__vaddus4(0xff010203, 0x02010101), 0xff020304u);
  EXPECT_EQ(__vabsdiffu4(0x01050a00, 0x05010a01), 0x04040001u);
  EXPECT_EQ(__vcmpgts2(0x00018000, 0x00000001), 0xffff0000u);
  EXPECT_EQ(__vmaxs2(0xffff0003, 0x00010002), 0x00010003u);
  EXPECT_EQ(__vsadu4(0x01050a00, 0x05010a01), 9u);
  EXPECT_EQ(__vsubss2(0x80000005, 0x00010007), 0x8000fffeu);
}

TEST(Functions, MinAndMax) {
  EXPECT_EQ(min(3, 4), 3);
  EXPECT_EQ(max(3u, 4u), 4u);
  EXPECT_EQ(max(-1, 1u), ~0u);  // both become unsigned
  EXPECT_EQ(min(1.0f, NAN), 1.0f);
  EXPECT_EQ(max(NAN, 2.0), 2.0);
  EXPECT_EQ(max(short(3), short(5)), 5);
  EXPECT_EQ(min(1ll << 40, 1ll << 41), 1ll << 40);
}

TEST(Functions, ConversionsOfNaN) {  // as on an H200
  EXPECT_EQ(__float2int_rn(NAN), 0);
  EXPECT_EQ(__float2uint_rn(NAN), 0u);
  EXPECT_EQ(__float2ll_rn(NAN), LLONG_MIN);
  EXPECT_EQ(__float2ull_rn(NAN), 1ull << 63);
  EXPECT_EQ(__double2int_rn(NAN), INT_MIN);
  EXPECT_EQ(__double2uint_rn(NAN), 1u << 31);
  EXPECT_EQ(__double2ll_rn(NAN), LLONG_MIN);
}

TEST(Functions, Rounding) {
  const float third_down = __fdiv_rd(1, 3), third_up = __fdiv_ru(1, 3);
  EXPECT_EQ(std::nextafter(third_down, 1.0f), third_up);
  EXPECT_LT(third_down, 1 / 3.0);
  EXPECT_GT(third_up, 1 / 3.0);
  EXPECT_EQ(__fadd_rz(1, 1e-10f), 1.0f);
  EXPECT_EQ(__fadd_ru(1, 1e-10f), std::nextafter(1.0f, 2.0f));
  EXPECT_EQ(__fadd_rn(1, 1e-10f), 1.0f);
  EXPECT_EQ(__fmaf_rd(1, 1, -1e-10f), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(__fsqrt_rn(2), std::sqrt(2.0f));
  EXPECT_GT(__dsqrt_ru(2), __dsqrt_rd(2));
  EXPECT_EQ(__dadd_rz(1, 1e-20), 1.0);
  EXPECT_EQ(__frcp_rn(3), 1.0f / 3);
  EXPECT_EQ(__fma_rn(2, 3, 4), 10);
  EXPECT_EQ(__float2int_rn(2.5f), 2);
  EXPECT_EQ(__float2int_rz(-2.7f), -2);
  EXPECT_EQ(__float2int_ru(2.1f), 3);
  EXPECT_EQ(__float2int_rd(-2.1f), -3);
  EXPECT_EQ(__float2int_rn(1e20f), INT_MAX);
  EXPECT_EQ(__float2uint_rn(-5.0f), 0u);
  EXPECT_EQ(__float2uint_rz(4e9f), 4000000000u);
  EXPECT_EQ(__double2ll_rn(-1e300), LLONG_MIN);
  EXPECT_EQ(__double2ull_rz(1.8e19), 18000000000000000000ull);
  EXPECT_EQ(__int2float_rz(16777217), 16777216.0f);
  EXPECT_EQ(__int2float_ru(16777217), 16777218.0f);
  EXPECT_EQ(__double2float_rd(0.1), std::nextafter(0.1f, 0.0f));
  EXPECT_EQ(__double2float_ru(0.1), 0.1f);
  EXPECT_EQ(__ull2double_rn(~0ull), 18446744073709551616.0);
}

TEST(Functions, SameBits) {
  EXPECT_EQ(__float_as_int(1.0f), 0x3f800000);
  EXPECT_EQ(__int_as_float(0x40000000), 2.0f);
  EXPECT_EQ(__float_as_uint(-0.0f), 0x80000000u);
  EXPECT_EQ(__longlong_as_double(__double_as_longlong(0.1)), 0.1);
  EXPECT_EQ(__hiloint2double(__double2hiint(-1.5), __double2loint(-1.5)), -1.5);
}

TEST(Functions, Mathematics) {
  EXPECT_FLOAT_EQ(rsqrtf(4), 0.5f);
  EXPECT_DOUBLE_EQ(rsqrt(0.25), 2);
  EXPECT_DOUBLE_EQ(rcbrt(8.0), 0.5);
  EXPECT_EQ(sinpi(1.0), 0);
  EXPECT_EQ(sinpi(0.5), 1);
  EXPECT_EQ(cospi(0.5), 0);
  EXPECT_EQ(cospi(1.0), -1);
  for (double x = -3.9; x < 4; x += 0.07) {
    EXPECT_NEAR(sinpi(x), std::sin(CUDART_PI * x), 1e-14);
    EXPECT_NEAR(cospi(x), std::cos(CUDART_PI * x), 1e-14);
    EXPECT_NEAR(normcdf(x), 0.5 + 0.5 * std::erf(x / std::sqrt(2.0)), 1e-15);
  }
  float s, c;
  sincospif(0.25f, &s, &c);
  EXPECT_FLOAT_EQ(s, c);
  for (double y = -0.999; y < 1; y += 0.013) EXPECT_NEAR(std::erf(erfinv(y)), y, 1e-15) << y;
  for (double y = 1e-300; y < 2; y = y < 0.01 ? y * 10 : y + 0.1) EXPECT_NEAR(std::erfc(erfcinv(y)) / y, 1, 1e-12) << y;
  EXPECT_NEAR(normcdfinv(0.975), 1.959963984540054, 1e-14);
  EXPECT_EQ(erfinv(1.0), CUDART_INF);
  EXPECT_NEAR(erfcx(25.0) * 25 * std::sqrt(CUDART_PI), 1 - 1 / 1250.0 + 3 / (1250.0 * 1250), 2e-8);
  EXPECT_NEAR(erfcx(25 - 1e-10), erfcx(25.0), 1e-12);
  EXPECT_NEAR(erfcx(1.0), 0.427583576155807, 1e-14);
  EXPECT_DOUBLE_EQ(norm3d(1, 2, 2), 3);
  EXPECT_DOUBLE_EQ(rnorm4d(1, 1, 1, 1), 0.5);
  EXPECT_EQ(__saturatef(NAN), 0);
  EXPECT_EQ(__saturatef(1.5f), 1);
  EXPECT_NEAR(cyl_bessel_i0(1.0), 1.2660658777520084, 1e-14);
}

// The same functions compile in kernels, beside virtual functions, recursion, lambdas and memory of their own.
struct Shape {
  __device__ virtual ~Shape() = default;
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};
__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void language(float* out) {
  Shape* const shape = new Square(3);
  const auto twice = [](float x) { return 2 * x; };
  int* const list = static_cast<int*>(malloc(10 * sizeof(int)));
  for (int i = 0; i < 10; ++i) list[i] = i;
  __syncthreads();
  out[threadIdx.x] = twice(shape->area()) + fibonacci(10) + list[9] + warpSize;
  free(list);
  delete shape;
  const long long start = clock64();
  while (clock64() - start < 10) {
  }
}

TEST(Functions, LanguageInKernels) {
  float* out;
  cudaMallocManaged(&out, 64 * sizeof(float));
  language<<<1, 64>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int t = 0; t < 64; ++t) EXPECT_EQ(out[t], 18 + 55 + 9 + 32);
  cudaFree(out);
}

// Division by zero does not trap: all bits of the quotient are set, the remainder is the dividend, as on an H200.
__global__ void divide(int* out, int a, int b, unsigned c, long long d) {
  out[0] = a / b;
  out[1] = a % b;
  out[2] = static_cast<int>(a / (c + b));
  out[3] = static_cast<int>(d / b);
  out[4] = INT_MIN / (b - 1);
  __syncthreads();
  out[5] = a / b;
}

TEST(Functions, DivisionByZero) {
  int* out;
  cudaMallocManaged(&out, 6 * sizeof(int));
  divide<<<1, 1>>>(out, 7, 0, 0, 7);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (const int i : {0, 2, 3, 5}) EXPECT_EQ(out[i], -1) << i;
  EXPECT_EQ(out[1], 7);
  EXPECT_EQ(out[4], INT_MIN);
  cudaFree(out);
}

}  // namespace
