// The special function unit against an H200 (driver 580.159.04, CUDA 13.0, 21 November 2026): for whole powers of two
// of the argument, the sum over all 2^23 floats of a hash of the argument's and the result's bits.
#include "emulator/special_functions.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <future>
#include <string>
#include <vector>

namespace {

using namespace cuda_emulator;

__host__ __device__ std::uint64_t hash(std::uint32_t argument, std::uint32_t result) {
  std::uint64_t z = (std::uint64_t{argument} << 32 | result) * 0x9E3779B97F4A7C15u;
  z ^= z >> 32;
  z *= 0xD6E8FEB86659FD93u;
  return z ^ z >> 32;
}

constexpr std::uint32_t binade = 1u << 23;

struct Record {
  std::uint32_t top;  // the arguments' upper nine bits: sign and exponent
  std::uint64_t sum;  // on the H200
};

// result: from the argument's bits to the result's
template <class F>
void expect(const std::string& name, F result, const std::vector<Record>& records) {
  std::vector<std::future<std::uint64_t>> sums;
  for (const Record& r : records) {
    sums.push_back(std::async(std::launch::async, [result, first = r.top * binade] {
      std::uint64_t sum = 0;
      for (std::uint32_t i = 0; i < binade; ++i) sum += hash(first + i, result(first + i));
      return sum;
    }));
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    EXPECT_EQ(sums[i].get(), records[i].sum) << name << ", sign and exponent " << records[i].top;
  }
}

auto of(float (*f)(float)) {
  return [f](std::uint32_t bits) {
    float x;
    std::memcpy(&x, &bits, sizeof x);
    x = f(x);
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
  };
}

// The seeds take and give the upper word of a double.
auto of(double (*f)(double)) {
  return [f](std::uint32_t upper) {
    const std::uint64_t bits = std::uint64_t{upper} << 32 | 0x12345;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    x = f(x);
    std::uint64_t result;
    std::memcpy(&result, &x, sizeof result);
    return result & 0xffffffff ? 0xdeadbeef : static_cast<std::uint32_t>(result >> 32);
  };
}

TEST(SpecialFunctions, ReciprocalsAndRoots) {
  expect("rcp", of(rcp_approx_ftz), {{127, 0x1f85c6ebef270fdd}, {509, 0x14b384774300e410}});
  expect("rsqrt", of(rsqrt_approx_ftz), {{127, 0x512f19dccab7fd76}, {128, 0x880b55dd7f8da969}});
  expect("sqrt", of(sqrt_approx_ftz), {{127, 0x9372b21b41b0b149}, {128, 0x6420b394d3e315a2}});
  expect("rcp of a double", of(rcp_approx_ftz_64), {{64, 0xe68e6d0da3134f6d}, {127, 0x5735628d9a94ee21}});
  expect("rsqrt of a double", of(rsqrt_approx_ftz_64), {{64, 0xe6a0ef44f9128d91}, {127, 0x9063b38b8f1f7a77}});
}

TEST(SpecialFunctions, PowersAndLogarithms) {
  expect("ex2", of(ex2_approx_ftz),
         {{120, 0x556f7ea5ddaabd15}, {126, 0x7e8c63f47400872a}, {128, 0x5d94ca7f5288d2a8}, {383, 0xfa4fe46dcc779621}});
  expect("lg2", of(lg2_approx_ftz), {{126, 0x2eaa689319467336}, {127, 0x64ab106bf7d66fe1}, {250, 0x74cb512e5c9c49a6}});
}

TEST(SpecialFunctions, AnglesAndTangents) {
  expect("sin", of(sin_approx_ftz), {{123, 0x6f7288da65fac89f}, {127, 0x382a2a662669ef71}, {385, 0x57cee7bb6e5507bb}});
  expect("cos", of(cos_approx_ftz), {{126, 0xe69bb8abbc810e13}, {131, 0xf53970fb4a20b091}});
  expect("tanh", of(tanh_approx),
         {{119, 0xb317be9acf5a141c},
          {122, 0x0c9945eeea62a643},
          {124, 0x26c13c4b285b3e0f},
          {126, 0x37d9e0baa024975e},
          {127, 0xbaa7257a80cd0dc7},
          {128, 0xd23ad5c7356c12a2},
          {129, 0xdac53e52cda93148}});
}

TEST(SpecialFunctions, DenormalNumbers) {
  expect("rcp", of(rcp_approx), {{0, 0x574b838c3e167963}, {253, 0xfeab83fec756fd0f}});
  expect("rsqrt", of(rsqrt_approx), {{0, 0x4dd5daa53eec2308}});
  expect("ex2", of(ex2_approx), {{389, 0xc12caf5290b1adfe}});
}

enum class Intrinsic { expf, powf, tanf, fdividef, logf, rsqrtf };

__device__ float value(Intrinsic intrinsic, float x) {
  switch (intrinsic) {
    case Intrinsic::expf:
      return __expf(x);
    case Intrinsic::powf:
      return __powf(x, 2.2f);
    case Intrinsic::tanf:
      return __tanf(x);
    case Intrinsic::fdividef:
      return __fdividef(7.3f, x);
    case Intrinsic::logf:
      return __logf(x);
    case Intrinsic::rsqrtf:
      return rsqrtf(x);
  }
  return 0;
}

__global__ void add_hashes(Intrinsic intrinsic, std::uint32_t top, unsigned long long* sum) {
  const std::uint32_t part = binade / gridDim.x, first = top * binade + blockIdx.x * part;
  std::uint64_t own = 0;
  for (std::uint32_t i = 0; i < part; ++i) {
    own += hash(first + i, __float_as_uint(value(intrinsic, __uint_as_float(first + i))));
  }
  atomicAdd(sum, static_cast<unsigned long long>(own));
}

TEST(SpecialFunctions, Intrinsics) {
  struct Case {
    Intrinsic intrinsic;
    Record record;
  };
  unsigned long long* sum;
  ASSERT_EQ(cudaMallocManaged(&sum, sizeof *sum), cudaSuccess);
  for (const auto& [intrinsic, record] :
       {Case{Intrinsic::expf, {129, 0x06f65b64024eb0c3}}, Case{Intrinsic::powf, {127, 0x73136ffcbdad7905}},
        Case{Intrinsic::tanf, {127, 0x591b9088fef28631}}, Case{Intrinsic::fdividef, {130, 0x32c5df8e3ea1acd1}},
        Case{Intrinsic::logf, {127, 0x48b7f96c1cd18e5e}}, Case{Intrinsic::rsqrtf, {100, 0x9dca4d6955fa6ef2}}}) {
    *sum = 0;
    add_hashes<<<64, 1>>>(intrinsic, record.top, sum);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(*sum, record.sum) << "intrinsic " << static_cast<int>(intrinsic);
  }
  cudaFree(sum);
}

}  // namespace
