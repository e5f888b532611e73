#include "ch19_curand/host_api/host_api.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace host_api;

constexpr int bins = 64;
constexpr std::size_t n = 50'000;

template <typename Real>
std::vector<unsigned> counted(const std::vector<Real>& x, double low, double high, int bins) {
  const Guarded<Real> d_x(x);
  auto d_counts = poisoned<unsigned>(bins);
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  const Stream stream;
  histogram(d_x.data(), x.size(), low, high, d_counts.data(), bins, stream);
  stream.wait();
  return d_counts.to_host();
}

Quality quality(const std::vector<double>& x, const Distribution& d) {
  return quality_of(x, counted(x, d.low, d.high, bins), d);
}

template <typename Real>
void expect_counts_match() {
  for (const std::size_t count : all_or_few<std::size_t>({0, 1, 31, 256, 257, 5000}, {0, 33, 5000})) {
    const auto x = random_integers<Real>(count, -3, 12, test_seed());
    std::vector<unsigned> expected(10);
    for (const Real v : x) ++expected[std::min(std::max(static_cast<int>(v), 0), 9)];
    EXPECT_EQ(counted(x, 0, 10, 10), expected) << count;
  }
}

TEST(HostApi, HistogramCounts) {
  expect_counts_match<float>();
  expect_counts_match<double>();
}

// cuRAND's numbers, in single and double precision.
TEST(HostApi, GeneratorsAreRandom) {
  for (const Kind& kind : kinds) {
    if (kind.quasi) continue;
    if (sanitized() && &kind != kinds) continue;  // the program takes all of them
    try {
      const CurandGenerator generator(kind.type);
      generator.seed(test_seed());
      Guarded<float> d_single(n);
      Guarded<double> d_double(n);
      const auto as_double = [](const auto& x) { return std::vector<double>(x.begin(), x.end()); };
      uniform(generator, d_single.data(), n);
      uniform(generator, d_double.data(), n);
      EXPECT_TRUE(is_random(quality(as_double(d_single.to_host()), uniform_numbers), bins)) << kind.name;
      EXPECT_TRUE(is_random(quality(d_double.to_host(), uniform_numbers), bins)) << kind.name;
      normal(generator, d_single.data(), n);
      normal(generator, d_double.data(), n);
      EXPECT_TRUE(is_random(quality(as_double(d_single.to_host()), normal_numbers), bins)) << kind.name;
      EXPECT_TRUE(is_random(quality(d_double.to_host(), normal_numbers), bins)) << kind.name;
    } catch (const LibraryError& error) {
      EXPECT_EQ(error.name, "CURAND_STATUS_TYPE_ERROR") << kind.name << " is refused where it is made, or not at all";
    }
  }
}

// Wrong numbers must be detected, each kind of fault by at least one statistic.
TEST(HostApi, FaultsAreFoundOut) {
  const auto x = random_reals<double>(n, 0, 1, test_seed());
  const auto random = [](const std::vector<double>& y) { return is_random(quality(y, uniform_numbers), bins); };
  EXPECT_TRUE(random(x));
  auto shifted = x, narrow = x, coarse = x, even = x, missing = x;
  for (std::size_t i = 0; i < n; ++i) {
    shifted[i] = 0.03 + 0.97 * x[i];
    narrow[i] = 0.5 + 0.98 * (x[i] - 0.5);
    coarse[i] = std::round(x[i] * 30) / 30;
    even[i] = static_cast<double>(i) / n;
    missing[i] = x[i] > 0.5 && x[i] < 0.505 ? x[i] / 2 : x[i];
  }
  EXPECT_GT(std::abs(quality(shifted, uniform_numbers).mean), most_deviations);
  EXPECT_GT(std::abs(quality(narrow, uniform_numbers).variance), most_deviations);
  EXPECT_GT(quality(coarse, uniform_numbers).chi_squared, most_chi_squared(bins));
  EXPECT_GT(quality(coarse, uniform_numbers).kolmogorov, most_distance);
  EXPECT_FALSE(random(missing));
  const int many = 1000;  // this many counts must not all be even
  EXPECT_LT(quality_of(even, counted(even, 0, 1, many), uniform_numbers).chi_squared, least_chi_squared(many));
  EXPECT_FALSE(random(std::vector<double>(n, NAN)));
}

// By hand: two numbers, 0.2 and 0.6. The true distribution is 0.4 below the step to 1 at 0.6: D = 0.4.
TEST(HostApi, QualityOfTwoNumbers) {
  const Quality q = quality_of({0.6, 0.2}, {1, 1}, uniform_numbers);
  EXPECT_NEAR(q.mean, -0.2 / std::sqrt(2.0 / 12), 1e-12);
  EXPECT_NEAR(q.kolmogorov, std::sqrt(2.0) * 0.4, 1e-12);
  EXPECT_NEAR(q.chi_squared, -1 / std::sqrt(2.0), 1e-12);
}

TEST(HostApi, WrongArgumentsGiveTheLibrarysStatus) {
  const auto status_of = [](const auto& call) -> std::string {
    try {
      call();
    } catch (const LibraryError& error) {
      EXPECT_NE(std::string(error.what()).find(error.name), std::string::npos) << error.what();
      return error.name;
    }
    return "no error";
  };
  const CurandGenerator generator(CURAND_RNG_PSEUDO_XORWOW);
  Guarded<double> d_x(4);
  EXPECT_EQ(status_of([&] { normal(generator, d_x.data(), 3); }), "CURAND_STATUS_LENGTH_NOT_MULTIPLE");
  EXPECT_EQ(status_of([&] { uniform(nullptr, d_x.data(), 4); }), "CURAND_STATUS_NOT_INITIALIZED");
  EXPECT_EQ(status_of([&] { CurandGenerator(static_cast<curandRngType_t>(7)); }), "CURAND_STATUS_TYPE_ERROR");
  EXPECT_EQ(name_of(static_cast<curandStatus_t>(77)), "cuRAND's status 77");
}

TEST(HostApiProgram, ShowsEveryGeneratorAndDrawsBothHistograms) {
  const std::string svg = temporary_file("normal.svg"), uniform_svg = temporary_file("uniform.svg");
  const Ended ended = run_program(
      {PROGRAM, "--repeats", "1", "--n", "20000", "--precision", "double", "--svg", svg, "--uniform-svg", uniform_svg});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Kind& kind : kinds) EXPECT_NE(ended.out.find(kind.name), std::string::npos) << kind.name;
  EXPECT_NE(ended.out.find("same seed 0 differ, seed + 1 1000 differ, made on the host 0 differ"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("3 normal numbers of XORWOW: CURAND_STATUS_LENGTH_NOT_MULTIPLE"), std::string::npos);
  for (const std::string& file : {svg, uniform_svg}) EXPECT_TRUE(std::ifstream(file).good()) << file;
}

TEST(HostApiProgram, AnOddNumberEndsWithTheLibrarysStatusInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "1001"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 3);
  EXPECT_NE(ended.err.find("CURAND_STATUS_LENGTH_NOT_MULTIPLE"), std::string::npos) << ended.err;
}

}  // namespace
