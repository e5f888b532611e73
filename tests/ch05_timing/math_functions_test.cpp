// Every version of every function within its bound in ulp, against a reference in double.
#include "ch05_timing/math_functions/math_functions.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>

#include "common/testing.h"
#include "common/values.h"

namespace {

using math_functions::Calls;
using math_functions::Function;
using math_functions::sum_bound;

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

    calls_of(f, version).evaluate(d_x.data(), d_y.data(), n);

    const std::vector<float> y = d_y.to_host();
    double error = 0;
    for (std::size_t i = 0; i < n; ++i)
      error = worse(ulp_error(y[i], function.exact(static_cast<double>(x[i]))), error);
    EXPECT_LE(error, bound_of(function, version)) << n;
    for (std::size_t i = n; i < y.size(); ++i) ASSERT_TRUE(std::isnan(y[i])) << i - n + 1 << " past the end";
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  }
}

TEST_P(MathFunctions, RepeatedCallsAddUp) {
  const auto [f, version] = GetParam();
  const Function& function = math_functions::functions[f];
  constexpr std::size_t n = 257;
  const float step = step_of(function);
  const std::vector<float> x = random_reals<float>(n, function.low, last_start(function), test_seed());
  const Guarded<float> d_x(x);
  Guarded<float> d_y = poisoned<float>(n);

  calls_of(f, version).repeat(d_x.data(), d_y.data(), n, step);

  const std::vector<float> y = d_y.to_host();
  double error = 0;
  for (std::size_t i = 0; i < n; ++i) error = worse(sum_error(function, x[i], step, y[i]), error);
  EXPECT_LE(error, sum_bound(bound_of(function, version)));
}

// A kernel that writes nothing leaves NaN, which must fail every bound.
TEST(MathFunctions, NoBoundTakesNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Function& function : math_functions::functions) {
    for (int version = 0; version < 3; ++version) {
      const double bound = bound_of(function, version);
      EXPECT_FALSE(ulp_error(nan, function.exact(static_cast<double>(function.low))) <= bound) << function.name;
      EXPECT_FALSE(sum_error(function, function.low, step_of(function), nan) <= sum_bound(bound)) << function.name;
    }
  }
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
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "1000"});
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
