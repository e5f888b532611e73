#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "common/values.h"

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// How every bound in the project works: a result is right if error <= bound.
bool accepted(double error, double bound = 1e300) {
  return error <= bound;
}

TEST(Compare, RelativeError) {
  EXPECT_DOUBLE_EQ(relative_error(101, 100), 0.01);
  EXPECT_DOUBLE_EQ(relative_error(-99, -100), 0.01);
  EXPECT_EQ(relative_error(0, 0), 0);
  EXPECT_EQ(relative_error(infinity, infinity), 0);
  EXPECT_FALSE(accepted(relative_error(1e-300, 0)));
}

TEST(Compare, NaNIsNeverAccepted) {
  EXPECT_FALSE(accepted(relative_error(nan, 1)));
  EXPECT_FALSE(accepted(relative_error(1, nan)));
  EXPECT_FALSE(within(nan, 1, 1e300));
  EXPECT_FALSE(within(1, nan, infinity));
  EXPECT_FALSE(accepted(max_relative_error(std::vector<float>{1, NAN, 1}, std::vector<float>{1, 1, 1})));
  EXPECT_FALSE(accepted(max_absolute_error(std::vector<float>{NAN, 1, 1}, std::vector<float>{1, 1, 1})));
  EXPECT_FALSE(accepted(norm_error(std::vector<float>{1, NAN}, std::vector<float>{1, 1})));
  EXPECT_GT(mismatches(std::vector<float>{NAN}, std::vector<float>{NAN}), 0);
  EXPECT_FALSE(accepted(ulp_error(NAN, 1)));
}

TEST(Compare, WorseKeepsNaNWhateverTheOrder) {
  EXPECT_TRUE(std::isnan(worse(worse(1, nan), 2)));
  EXPECT_TRUE(std::isnan(worse(nan, infinity)) || std::isnan(worse(infinity, nan)));
  EXPECT_EQ(worse(1, 2), 2);
}

TEST(Compare, LargestErrorOfAnArray) {
  EXPECT_DOUBLE_EQ(max_relative_error(std::vector<float>{1, 2, 5}, std::vector<double>{1, 2, 4}), 0.25);
  EXPECT_DOUBLE_EQ(max_absolute_error(std::vector<float>{1, 2, 5}, std::vector<double>{1, 2, 4}), 1);
  EXPECT_DOUBLE_EQ(norm_error(std::vector<float>{3, 5}, std::vector<float>{3, 4}), 0.2);
  EXPECT_EQ(norm_error(std::vector<float>{}, std::vector<float>{}), 0);
  EXPECT_EQ(mismatches(std::vector<int>{1, 2, 3}, std::vector<int>{1, 0, 0}), 2);
}

TEST(Compare, ArraysOfOtherSizesAreNotEqual) {
  const std::vector<float> two{1, 2}, three{1, 2, 3};
  EXPECT_FALSE(accepted(max_relative_error(two, three)));
  EXPECT_FALSE(accepted(max_absolute_error(two, three)));
  EXPECT_FALSE(accepted(norm_error(two, three)));
  EXPECT_GT(mismatches(two, three), 0);
}

TEST(Compare, UlpErrorIsHalfAtMostForACorrectlyRoundedResult) {
  const double third = 1.0 / 3;
  EXPECT_LE(ulp_error(static_cast<float>(third), third), 0.5);
  EXPECT_NEAR(ulp_error(std::nextafter(static_cast<float>(third), 1.0f), third), 4.0 / 3, 0.01);
  EXPECT_DOUBLE_EQ(ulp_error(1 + 2 * std::numeric_limits<float>::epsilon(), 1), 2);
  EXPECT_EQ(ulp_error(INFINITY, infinity), 0);
  EXPECT_EQ(ulp_error(NAN, nan), 0);
}

}  // namespace
