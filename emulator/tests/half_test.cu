// cuda_fp16.h and cuda_bf16.h against a reference of 113 bits and a table of all values of the format.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace {
using Exact = __float128;

// The common names of the two types' operations.
struct Half {
  using T = __half;
  using T2 = __half2;
  static constexpr int mantissa_bits = 10, bias = 15;
  static T of_bits(unsigned bits) { return __ushort_as_half(static_cast<unsigned short>(bits)); }
  static unsigned bits(T v) { return __half_as_ushort(v); }
  static T rn(float v) { return __float2half_rn(v); }
  static T rz(float v) { return __float2half_rz(v); }
  static T ru(float v) { return __float2half_ru(v); }
  static T rd(float v) { return __float2half_rd(v); }
  static T of_double(double v) { return __double2half(v); }
  static float to_float(T v) { return __half2float(v); }
  static T of_long(long long v) { return __ll2half_rn(v); }
};
struct Bfloat {
  using T = __nv_bfloat16;
  using T2 = __nv_bfloat162;
  static constexpr int mantissa_bits = 7, bias = 127;
  static T of_bits(unsigned bits) { return __ushort_as_bfloat16(static_cast<unsigned short>(bits)); }
  static unsigned bits(T v) { return __bfloat16_as_ushort(v); }
  static T rn(float v) { return __float2bfloat16_rn(v); }
  static T rz(float v) { return __float2bfloat16_rz(v); }
  static T ru(float v) { return __float2bfloat16_ru(v); }
  static T rd(float v) { return __float2bfloat16_rd(v); }
  static T of_double(double v) { return __double2bfloat16(v); }
  static float to_float(T v) { return __bfloat162float(v); }
  static T of_long(long long v) { return __ll2bfloat16_rn(v); }
};

template <class Format>
class SmallFloat : public testing::Test {
 protected:
  static constexpr unsigned infinity = 0x7fffu >> Format::mantissa_bits << Format::mantissa_bits;

  // The value by the definition of the format; infinity is the power of two that would come next.
  static double value(unsigned bits) {
    const int exponent = static_cast<int>((bits & 0x7fff) >> Format::mantissa_bits);
    const double fraction = bits & ((1u << Format::mantissa_bits) - 1);
    const double size = std::ldexp(exponent ? fraction + (1u << Format::mantissa_bits) : fraction,
                                   (exponent ? exponent : 1) - Format::bias - Format::mantissa_bits);
    return bits & 0x8000 ? -size : size;
  }
  // The largest bits whose value is not above size.
  static unsigned below(Exact size) {
    unsigned low = 0, high = infinity;
    if (size >= value(infinity)) return infinity;
    while (high - low > 1) {
      const unsigned middle = (low + high) / 2;
      (value(middle) <= size ? low : high) = middle;
    }
    return low;
  }
  static unsigned nearest(Exact v) {
    const Exact size = v < 0 ? -v : v;
    unsigned low = below(size);
    if (low < infinity) {
      const Exact down = size - value(low), up = value(low + 1) - size;
      low += down > up || (down == up && (low & 1)) ? 1 : 0;
    }
    return low | (v < 0 ? 0x8000 : 0);
  }
  static unsigned toward_zero(Exact v) {
    const unsigned low = std::min(below(v < 0 ? -v : v), infinity - 1);
    return low | (v < 0 ? 0x8000 : 0);
  }
  static unsigned away(Exact v) {
    const Exact size = v < 0 ? -v : v;
    const unsigned low = below(size);
    return (low < infinity && value(low) < size ? low + 1 : low) | (v < 0 ? 0x8000 : 0);
  }
  static bool finite(unsigned bits) { return (bits & 0x7fff) < infinity; }
};
using Formats = testing::Types<Half, Bfloat>;
TYPED_TEST_SUITE(SmallFloat, Formats);

TYPED_TEST(SmallFloat, KeepsAllItsValues) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto v = TypeParam::of_bits(bits);
    const float f = TypeParam::to_float(v);
    if (!this->finite(bits)) {
      const bool is_nan = (bits & 0x7fff) > this->infinity;
      ASSERT_EQ(std::isnan(f), is_nan);
      ASSERT_EQ(std::isinf(f), !is_nan);
      ASSERT_EQ(__hisnan(v), is_nan);
      ASSERT_EQ(__hisinf(v), is_nan ? 0 : f > 0 ? 1 : -1);
      ASSERT_EQ(TypeParam::bits(TypeParam::rn(f)), is_nan ? 0x7fff : bits);
      continue;
    }
    ASSERT_EQ(f, this->value(bits)) << bits;
    ASSERT_EQ(std::signbit(f), bits >> 15 == 1);
    ASSERT_EQ(TypeParam::bits(TypeParam::rn(f)), bits);
    ASSERT_EQ(TypeParam::bits(TypeParam::ru(f)), bits);
    ASSERT_EQ(TypeParam::bits(-v), bits ^ 0x8000);
    ASSERT_EQ(TypeParam::bits(__habs(v)), bits & 0x7fff);
    ASSERT_EQ(static_cast<long long>(v), std::fabs(f) < 0x1p63f ? static_cast<long long>(f)
                                         : f > 0                ? std::numeric_limits<long long>::max()
                                                                : std::numeric_limits<long long>::min());
  }
}

TYPED_TEST(SmallFloat, RoundsAsRequested) {
  std::mt19937 random(1);
  const auto check = [&](float f) {
    ASSERT_EQ(TypeParam::bits(TypeParam::rn(f)), this->nearest(f)) << f;
    ASSERT_EQ(TypeParam::bits(TypeParam::rz(f)), this->toward_zero(f)) << f;
    ASSERT_EQ(TypeParam::bits(TypeParam::ru(f)), f < 0 ? this->toward_zero(f) : this->away(f)) << f;
    ASSERT_EQ(TypeParam::bits(TypeParam::rd(f)), f < 0 ? this->away(f) : this->toward_zero(f)) << f;
  };
  for (unsigned bits = 0; bits + 1 < this->infinity; ++bits) {  // halfway, and just below and above it
    const double middle = (this->value(bits) + this->value(bits + 1)) / 2;
    const auto f = static_cast<float>(middle);
    for (const float v : {f, std::nextafterf(f, 0), std::nextafterf(f, 1e38f), -f}) check(v);
  }
  for (int i = 0; i < 100000; ++i) {
    const unsigned word = random();
    float f;
    memcpy(&f, &word, 4);
    if (std::isfinite(f) && f != 0) check(f);
  }
  for (int i = 0; i < 20000; ++i) {
    const double d = std::ldexp(1 + random() / 4294967296.0 + random() / 1e18, static_cast<int>(random() % 40) - 20);
    ASSERT_EQ(TypeParam::bits(TypeParam::of_double(d)), this->nearest(d)) << d;
    const long long integer =
        static_cast<long long>(static_cast<unsigned long long>(random()) << 32 | random()) >> (random() % 63);
    if (integer == 0) continue;
    ASSERT_EQ(TypeParam::bits(TypeParam::of_long(integer)), this->nearest(integer)) << integer;
  }
}

TYPED_TEST(SmallFloat, RoundsEachOperationOnce) {
  using T = typename TypeParam::T;
  std::mt19937 random(2);
  for (int i = 0; i < 400000; ++i) {
    // Exponents near each other, so that the sums cancel, round and tie.
    const unsigned mantissas = (1u << (TypeParam::mantissa_bits + 3)) - 1;
    const unsigned start = i % 4 ? random() % (this->infinity - mantissas) : random() % 1024;
    const auto draw = [&] { return static_cast<unsigned>((start + (random() & mantissas)) | (random() & 0x8000)); };
    const unsigned bits[] = {draw(), draw(), draw()};
    const T a = TypeParam::of_bits(bits[0]), b = TypeParam::of_bits(bits[1]), c = TypeParam::of_bits(bits[2]);
    if (!this->finite(bits[0]) || !this->finite(bits[1]) || !this->finite(bits[2])) continue;
    const Exact x = this->value(bits[0]), y = this->value(bits[1]), z = this->value(bits[2]);
    const auto same = [&](T got, Exact exact) {
      if (exact == 0) {
        ASSERT_EQ(TypeParam::bits(got) & 0x7fff, 0u);
      } else {
        ASSERT_EQ(TypeParam::bits(got), this->nearest(exact)) << double(x) << ' ' << double(y) << ' ' << double(z);
      }
    };
    same(a + b, x + y);
    same(__hsub(a, b), x - y);
    same(__hmul(a, b), x * y);
    if (y != 0) same(a / b, x / y);
    if (TypeParam::mantissa_bits == 10 || i % 4) same(__hfma(a, b, c), x * y + z);
    const T root = hsqrt(__habs(a));
    const Exact size = x < 0 ? -x : x, got = TypeParam::to_float(root);
    // The root is between the midpoints to its two neighbours.
    if (size != 0) {
      const Exact low = (this->value(TypeParam::bits(root) - 1) + got) / 2;
      const Exact high = (this->value(TypeParam::bits(root) + 1) + got) / 2;
      ASSERT_TRUE(low * low <= size && size <= high * high);
    }
    ASSERT_EQ(a < b, x < y);
    ASSERT_EQ(__hge(a, b), x >= y);
    ASSERT_EQ(TypeParam::to_float(__hmax(a, b)), double(x > y ? x : y));
  }
}

TYPED_TEST(SmallFloat, FusesWithATinyAddend) {
  // The addend is far below the product, which is halfway between two values: it alone decides the rounding.
  using T = typename TypeParam::T;
  const T a(1.0f + std::ldexp(1.0f, -TypeParam::mantissa_bits)), b(1.5f);
  const T tiny = TypeParam::of_bits(1);
  const Exact product = Exact(TypeParam::to_float(a)) * 1.5;
  ASSERT_EQ(TypeParam::bits(__hfma(a, b, tiny)), TypeParam::bits(TypeParam::ru(float(product))));
  ASSERT_EQ(TypeParam::bits(__hfma(a, b, -tiny)), TypeParam::bits(TypeParam::rd(float(product))));
}

TYPED_TEST(SmallFloat, FollowsTheRulesForWhatIsNoNumber) {
  using T = typename TypeParam::T;
  const T nan = TypeParam::of_bits(0x7fff), one(1.0f), huge = TypeParam::of_bits(this->infinity - 1);
  const T infinite = TypeParam::of_bits(this->infinity), minus_zero = TypeParam::of_bits(0x8000), zero(0.0f);
  EXPECT_EQ(TypeParam::bits(huge + huge), this->infinity);
  EXPECT_EQ(TypeParam::bits(infinite - infinite), 0x7fffu);
  EXPECT_EQ(TypeParam::bits(zero / zero), 0x7fffu);
  EXPECT_EQ(TypeParam::bits(-one / zero), this->infinity | 0x8000);
  EXPECT_EQ(TypeParam::bits(__hmax(nan, one)), TypeParam::bits(one));
  EXPECT_EQ(TypeParam::bits(__hmax_nan(nan, one)), 0x7fffu);
  EXPECT_EQ(TypeParam::bits(__hmax(minus_zero, zero)), 0u);
  EXPECT_EQ(TypeParam::bits(__hmin(zero, minus_zero)), 0x8000u);
  EXPECT_FALSE(nan == nan);
  EXPECT_TRUE(nan != nan);
  EXPECT_FALSE(__hne(nan, one));
  EXPECT_TRUE(__hltu(nan, one));
  EXPECT_EQ(TypeParam::to_float(__hadd_sat(one, one)), 1);
  EXPECT_EQ(TypeParam::to_float(__hfma_sat(one, -one, zero)), 0);
  EXPECT_EQ(TypeParam::to_float(__hadd_sat(nan, one)), 0);
  EXPECT_EQ(TypeParam::to_float(__hfma_relu(one, -one, zero)), 0);
  EXPECT_EQ(static_cast<int>(nan), 0);
  EXPECT_EQ(static_cast<unsigned char>(T(300.0f)), 255);
  EXPECT_TRUE(one);
  EXPECT_FALSE(minus_zero);
}

TYPED_TEST(SmallFloat, PairsActOnBothHalves) {
  using T = typename TypeParam::T;
  using T2 = typename TypeParam::T2;
  static_assert(sizeof(T2) == 4 && alignof(T2) == 4 && sizeof(T) == 2);
  const T2 a(T(1.5f), T(-2.0f)), b(T(4.0f), T(0.5f));
  const auto is = [](T2 v, float x, float y) { return __low2float(v) == x && __high2float(v) == y; };
  EXPECT_TRUE(is(__hadd2(a, b), 5.5f, -1.5f));
  EXPECT_TRUE(is(a * b, 6, -1));
  EXPECT_TRUE(is(__hfma2(a, b, b), 10, -0.5f));
  EXPECT_TRUE(is(__h2div(a, b), 0.375f, -4));
  EXPECT_TRUE(is(__hneg2(a), -1.5f, 2));
  EXPECT_TRUE(is(__habs2(a), 1.5f, 2));
  EXPECT_TRUE(is(__hmax2(a, b), 4, 0.5f));
  EXPECT_TRUE(is(__hgt2(a, b), 0, 0));
  EXPECT_TRUE(is(__hlt2(a, b), 1, 1));
  EXPECT_TRUE(__hblt2(a, b));
  EXPECT_EQ(__heq2_mask(a, T2(a.x, b.y)), 0xffffu);
  EXPECT_TRUE(is(__lowhigh2highlow(a), -2, 1.5f));
  EXPECT_TRUE(is(h2sqrt(b), 2, std::sqrt(0.5f) == 0 ? 0 : TypeParam::to_float(T(std::sqrt(0.5)))));
  EXPECT_TRUE(is(__hcmadd(a, b, a), 6 + 1 + 1.5f, 0.75f - 8 - 2));
}

TEST(Half, NamesThatTeachingCodeUses) {
  EXPECT_EQ(__half2float(hexp(__float2half(1.0f))), __half2float(__double2half(std::exp(1.0))));
  EXPECT_EQ(__half2float(hlog2(__float2half(8.0f))), 3);
  EXPECT_EQ(__half2float(hrsqrt(__float2half(16.0f))), 0.25f);
  // On an H200; rounded they were 0x3a18 and 0xb765.
  EXPECT_EQ(__half_as_ushort(htanh_approx(__float2half(1.0f))), 0x3a17);
  EXPECT_EQ(__half_as_ushort(__high2half(h2tanh_approx(__floats2half2_rn(1.0f, -0.5f)))), 0xb764);
  EXPECT_EQ(__half2int_rn(__float2half(2.5f)), 2);
  EXPECT_EQ(__half2int_rz(__float2half(-2.5f)), -2);
  EXPECT_EQ(__half2uint_ru(__float2half(2.25f)), 3u);
  EXPECT_EQ(__half2float(__int2half_rn(2049)), 2048);
  EXPECT_EQ(__half2float(__int2half_ru(2049)), 2050);
  EXPECT_EQ(__half2float(__uint2half_rz(70000u)), 65504);
  const half2 pair = __floats2half2_rn(1, 2);
  EXPECT_EQ(__half22float2(pair).y, 2);
  EXPECT_EQ(__half2float(__high2half(pair)), 2);
  EXPECT_EQ(__low2float(__halves2half2(__float2half(3), __float2half(4))), 3);
  EXPECT_EQ(__high2float(__float2half2_rn(7)), 7);
  EXPECT_EQ(__bfloat1622float2(__floats2bfloat162_rn(1, 3)).y, 3);
  EXPECT_EQ(__half2float(CUDART_MAX_NORMAL_FP16), 65504);
  half h = 1;
  h += half(2.0f);
  h = 3.0 * float(h);
  EXPECT_EQ(float(h++), 9);
  EXPECT_EQ(int(h), 10);
}

__global__ void atomic_sums(half* h, half2* h2, __nv_bfloat16* b, __nv_bfloat162* b2) {
  atomicAdd(h, __float2half(1));
  atomicAdd(h2, __floats2half2_rn(1, 2));
  atomicAdd(b, __float2bfloat16(1));
  atomicAdd(b2, __floats2bfloat162_rn(1, 0.5f));
}
__global__ void warp_sum(half* out) {
  half v = __float2half(static_cast<float>(threadIdx.x));
  for (int offset = 16; offset > 0; offset /= 2) v = __hadd(v, __shfl_down_sync(0xffffffffu, v, offset));
  half2 pair = __half2half2(v);
  pair = __shfl_sync(0xffffffffu, pair, 0);
  if (threadIdx.x == 7) *out = __high2half(pair);
}
__global__ void scale(const half2* in, half2* out, half factor, int n) {
  __shared__ half2 tile[64];
  const int i = static_cast<int>(threadIdx.x);
  if (i < n) tile[i] = __ldg(&in[i]);
  __syncthreads();
  if (i < n) out[i] = __hmul2(tile[n - 1 - i], __half2half2(factor));
}

TEST(Half, AtomicsShufflesAndSharedMemory) {
  char* memory;
  ASSERT_EQ(cudaMallocManaged(&memory, 4096), cudaSuccess);
  auto* const h = reinterpret_cast<half*>(memory);
  auto* const h2 = reinterpret_cast<half2*>(memory + 4);
  auto* const b = reinterpret_cast<__nv_bfloat16*>(memory + 8);
  auto* const b2 = reinterpret_cast<__nv_bfloat162*>(memory + 12);
  atomic_sums<<<2, 64>>>(h, h2, b, b2);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(__half2float(*h), 128);
  EXPECT_EQ(__high2float(*h2), 256);
  EXPECT_EQ(__bfloat162float(*b), 128);
  EXPECT_EQ(__high2float(*b2), 64);
  warp_sum<<<1, 32>>>(h);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(__half2float(*h), 496);
  for (int i = 0; i < 40; ++i) h2[i] = __floats2half2_rn(static_cast<float>(i), -1);
  scale<<<1, 64>>>(h2, h2 + 64, __float2half(0.5f), 40);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(__low2float(h2[64 + 1]), 19);
  EXPECT_EQ(__high2float(h2[64 + 39]), -0.5f);
  cudaFree(memory);
}
}  // namespace
