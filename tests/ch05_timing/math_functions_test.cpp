// Every version of every function within its bound in ulp, against a reference in double.
#include "ch05_timing/math_functions/math_functions.h"

#include <gtest/gtest.h>

#include <cctype>

#include "common/compare.h"
#include "common/random.h"
#include "common/testing.h"

namespace {

using math_functions::Calls;
using math_functions::Function;

double bound_of(const Function& function, int version) {
  return version == 0 ? function.library_bound : version == 1 ? function.intrinsic_bound : function.fast_math_bound;
}

Calls calls_of(int function, int version) {
  return version == 0   ? math_functions::library[function]
         : version == 1 ? math_functions::intrinsic[function]
                        : math_functions::fast_math[function];
}

class MathFunctions : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(MathFunctions, ErrorsAreWithinTheirBound) {
  const auto [f, version] = GetParam();
  const Function& function = math_functions::functions[f];
  for (const std::size_t n : {0, 1, 33, 255, 257, 65537}) {
    std::vector<float> x = random_reals<float>(n, function.low, function.high, test_seed());
    if (n > 1) x[0] = function.low;
    const Guarded<float> d_x(x);
    Guarded<float> d_y = poisoned<float>(n + 512);

    calls_of(f, version).evaluate(d_x.data(), n, d_y.data());

    const std::vector<float> y = d_y.to_host();
    double error = 0;
    for (std::size_t i = 0; i < n; ++i)
      error = worse(ulp_error(y[i], function.exact(static_cast<double>(x[i]))), error);
    EXPECT_LE(error, bound_of(function, version)) << n;
    for (std::size_t i = n; i < y.size(); ++i) ASSERT_TRUE(std::isnan(y[i])) << i - n + 1 << " past the end";
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  }
}

// The sum of 64 calls: each term is off by its own bound, and each addition rounds. An ulp is at most 2^-23 of its
// value, and the terms are positive, so the sum is off by (bound + 64 halves) * 2^-23 at most.
TEST_P(MathFunctions, RepeatedCallsAddUp) {
  const auto [f, version] = GetParam();
  const Function& function = math_functions::functions[f];
  if (bound_of(function, version) == math_functions::no_bound) GTEST_SKIP() << "no bound is promised";
  if (function.low >= 1000) GTEST_SKIP() << "its signs change there: the bound of the sum is for positive terms";
  constexpr std::size_t n = 257;
  const float step = (function.high - function.low) / 1024;
  const std::vector<float> x = random_reals<float>(n, function.low, function.high - 64 * step, test_seed());
  const Guarded<float> d_x(x);
  Guarded<float> d_y = poisoned<float>(n);

  calls_of(f, version).repeat(d_x.data(), n, step, d_y.data());

  const std::vector<float> y = d_y.to_host();
  double error = 0;
  for (std::size_t i = 0; i < n; ++i) {
    float argument = x[i];
    double sum = 0;
    for (int k = 0; k < math_functions::repeats; ++k, argument += step)
      sum += function.exact(static_cast<double>(argument));
    error = worse(relative_error(static_cast<double>(y[i]), sum), error);
  }
  EXPECT_LE(error, (bound_of(function, version) + math_functions::repeats / 2.0) * 0x1p-23);
}

std::string name_of(const testing::TestParamInfo<std::tuple<int, int>>& info) {
  const char* versions[] = {"library", "intrinsic", "fast_math"};
  std::string name = math_functions::functions[std::get<0>(info.param)].name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name + "_" + versions[std::get<1>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Versions, MathFunctions,
                         testing::Combine(testing::Range(0, math_functions::count), testing::Range(0, 3)), name_of);

TEST(MathFunctionsProgram, ShowsEveryVersion) {
  const Ended ended = run_program({PROGRAM, "--n", "1000"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Function& function : math_functions::functions) {
    EXPECT_NE(ended.out.find(function.name), std::string::npos) << function.name;
    EXPECT_NE(ended.out.find(function.intrinsic), std::string::npos) << function.intrinsic;
    EXPECT_NE(ended.out.find(std::string(function.library) + ", fast math"), std::string::npos) << function.library;
  }
}

TEST(MathFunctionsProgram, UnknownOptionIsAUsageError) {
  const Ended ended = run_program({PROGRAM, "--fast"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
