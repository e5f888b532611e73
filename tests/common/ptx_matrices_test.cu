#include "common/ptx_matrices.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "common/check.h"
#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

constexpr int warp = 32;

// ---- Copies: 32 pieces of 16 bytes, every third of which is outside.
__global__ void copy_kernel(const uint4* from, uint4* to) {
  __shared__ uint4 pieces[warp];
  copy_async(&pieces[threadIdx.x], from + threadIdx.x, threadIdx.x % 3 != 0);
  copies_commit();
  copies_commit();  // an empty batch
  copies_wait<1>();
  __syncthreads();
  to[warp - 1 - threadIdx.x] = pieces[warp - 1 - threadIdx.x];
}

TEST(CopyAsync, CopiesPiecesAndZerosThoseOutside) {
  if (const std::string reason = lacking({80}); !reason.empty()) GTEST_SKIP() << reason;
  const std::vector<unsigned> x = random_integers<unsigned>(4 * warp, 1, 1'000'000, test_seed());
  const Guarded<unsigned> d_x(x);
  Guarded<unsigned> d_y = poisoned<unsigned>(x.size());
  copy_kernel<<<1, warp>>>(reinterpret_cast<const uint4*>(d_x.data()), reinterpret_cast<uint4*>(d_y.data()));
  check(cudaGetLastError());
  std::vector<unsigned> expected = x;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (i / 4 % 3 == 0) expected[i] = 0;
  EXPECT_EQ(d_y.to_host(), expected);
}

// ---- Matrices: element (row, column) of matrix m is 64 m + 8 row + column.
__global__ void matrices_kernel(std::uint32_t* plain, std::uint32_t* transposed) {
  __shared__ __align__(16) std::uint16_t elements[4][8][8];
  const int lane = threadIdx.x;
  for (int i = lane; i < 256; i += warp) elements[i / 64][i / 8 % 8][i % 8] = static_cast<std::uint16_t>(i);
  __syncwarp();
  std::uint32_t r[4];
  load_matrices(r, shared_address(elements[lane / 8][lane % 8]));
  for (int m = 0; m < 4; ++m) plain[m * warp + lane] = r[m];
  load_matrices_transposed(r, shared_address(elements[lane / 8][lane % 8]));
  for (int m = 0; m < 4; ++m) transposed[m * warp + lane] = r[m];
}

TEST(LoadMatrices, GiveEachLaneItsWordsOfRowsOrOfColumns) {
  Guarded<unsigned> d_plain = poisoned<unsigned>(4 * warp), d_transposed = poisoned<unsigned>(4 * warp);
  matrices_kernel<<<1, warp>>>(d_plain.data(), d_transposed.data());
  check(cudaGetLastError());
  std::vector<unsigned> plain, transposed;
  for (unsigned m = 0; m < 4; ++m) {
    for (unsigned lane = 0; lane < warp; ++lane) {
      const unsigned line = lane / 4, pair = lane % 4 * 2;
      plain.push_back((64 * m + 8 * line + pair) | (64 * m + 8 * line + pair + 1) << 16);
      transposed.push_back((64 * m + 8 * pair + line) | (64 * m + 8 * (pair + 1) + line) << 16);
    }
  }
  EXPECT_EQ(d_plain.to_host(), plain);
  EXPECT_EQ(d_transposed.to_host(), transposed);
}

// ---- Products: small whole numbers are exact in every format. a has 16 rows and b 8 columns, of 8 words each.
struct Bf16 {
  using Element = __nv_bfloat16;
  using Sum = float;
  static constexpr int least = 80;
  static Element narrow(float x) { return __float2bfloat16(x); }
  static __device__ void add(float (&s)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_bf16(s, a, b0, b1);
  }
};
struct Half {
  using Element = __half;
  using Sum = float;
  static constexpr int least = 80;
  static Element narrow(float x) { return __float2half(x); }
  static __device__ void add(float (&s)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_half(s, a, b0, b1);
  }
};
struct Tf32 {
  using Element = float;
  using Sum = float;
  static constexpr int least = 80;
  static Element narrow(float x) { return x; }
  static __device__ void add(float (&s)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_tf32(s, a, b0, b1);
  }
};
struct Int8 {
  using Element = signed char;
  using Sum = int;
  static constexpr int least = 80;
  static Element narrow(float x) { return static_cast<signed char>(x); }
  static __device__ void add(int (&s)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_int8(s, a, b0, b1);
  }
};
struct E4m3 {
  using Element = __nv_fp8_e4m3;
  using Sum = float;
  static constexpr int least = 89;
  static Element narrow(float x) { return __nv_fp8_e4m3(x); }
  static __device__ void add(float (&s)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_e4m3(s, a, b0, b1);
  }
};
struct E5m2 {
  using Element = __nv_fp8_e5m2;
  using Sum = float;
  static constexpr int least = 89;
  static Element narrow(float x) { return __nv_fp8_e5m2(x); }
  static __device__ void add(float (&s)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    multiply_add_e5m2(s, a, b0, b1);
  }
};
struct HalfSums : Half {
  using Sum = float;
  static __device__ void add(float (&s)[4], const std::uint32_t (&a)[4], std::uint32_t b0, std::uint32_t b1) {
    std::uint32_t pairs[2];
    for (int i = 0; i < 2; ++i) {
      const __half2 pair = __floats2half2_rn(s[2 * i], s[2 * i + 1]);
      memcpy(&pairs[i], &pair, sizeof pair);
    }
    multiply_add_half_sums(pairs, a, b0, b1);
    for (int i = 0; i < 2; ++i) {
      __half2 pair;
      memcpy(&pair, &pairs[i], sizeof pair);
      s[2 * i] = __low2float(pair), s[2 * i + 1] = __high2float(pair);
    }
  }
};

template <class Format>
__global__ void product_kernel(const std::uint32_t* a, const std::uint32_t* b, typename Format::Sum* c) {
  const int g = threadIdx.x / 4, q = threadIdx.x % 4;
  typename Format::Sum sums[4];
  for (int i = 0; i < 4; ++i) sums[i] = static_cast<typename Format::Sum>(i);  // they are added to
  const std::uint32_t rows[4] = {a[g * 8 + q], a[(g + 8) * 8 + q], a[g * 8 + q + 4], a[(g + 8) * 8 + q + 4]};
  Format::add(sums, rows, b[g * 8 + q], b[g * 8 + q + 4]);
  for (int i = 0; i < 4; ++i) c[(g + i / 2 * 8) * 8 + 2 * q + i % 2] = sums[i];
}

template <class Format>
class MultiplyAdd : public testing::Test {};
using Formats = testing::Types<Bf16, Half, Tf32, Int8, E4m3, E5m2, HalfSums>;
TYPED_TEST_SUITE(MultiplyAdd, Formats);

TYPED_TEST(MultiplyAdd, IsExactForSmallWholeNumbers) {
  using Element = typename TypeParam::Element;
  using Sum = typename TypeParam::Sum;
  if (const std::string reason = lacking({TypeParam::least}); !reason.empty()) GTEST_SKIP() << reason;
  constexpr std::size_t inner = 32 / sizeof(Element);
  const std::vector<float> a = random_integers<float>(16 * inner, -3, 3, test_seed());
  const std::vector<float> b = random_integers<float>(8 * inner, -3, 3, test_seed() + 1);
  const auto words = [](const std::vector<float>& x) {
    std::vector<unsigned> w(x.size() * sizeof(Element) / 4);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Element e = TypeParam::narrow(x[i]);
      std::memcpy(reinterpret_cast<char*>(w.data()) + i * sizeof e, &e, sizeof e);
    }
    return w;
  };
  const Guarded<unsigned> d_a(words(a)), d_b(words(b));
  Guarded<Sum> d_c = poisoned<Sum>(16 * 8);
  product_kernel<TypeParam><<<1, warp>>>(d_a.data(), d_b.data(), d_c.data());
  check(cudaGetLastError());
  std::vector<Sum> expected;
  for (std::size_t row = 0; row < 16; ++row) {
    for (std::size_t col = 0; col < 8; ++col) {
      float sum = static_cast<float>(row / 8 * 2 + col % 2);
      for (std::size_t k = 0; k < inner; ++k) sum += a[row * inner + k] * b[col * inner + k];
      expected.push_back(static_cast<Sum>(sum));
    }
  }
  EXPECT_EQ(d_c.to_host(), expected);
}

}  // namespace
