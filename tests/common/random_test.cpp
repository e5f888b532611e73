#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>

#include "common/values.h"

namespace {

TEST(Random, SameSeedSameDataOtherSeedOtherData) {
  EXPECT_EQ(random_reals<float>(100, 0, 1, 7), random_reals<float>(100, 0, 1, 7));
  EXPECT_NE(random_reals<float>(100, 0, 1, 7), random_reals<float>(100, 0, 1, 8));
  EXPECT_EQ(random_integers<int>(100, 0, 9, 7), random_integers<int>(100, 0, 9, 7));
}

TEST(Random, TheSequenceIsFixedForEveryMachine) {
  // The first output of std::mt19937_64 with its default seed, 5489, is fixed by the C++ standard's algorithm.
  EXPECT_EQ(random_integers<std::uint64_t>(1, INT64_MIN, INT64_MAX, 5489)[0],
            14514284786278117030u + (std::uint64_t{1} << 63));
}

// After the first 2^20 numbers the next ones come from other engines: all of them differ, and a shorter array is the
// beginning of a longer one.
TEST(Random, LongArraysBeginAsShortOnesAndRepeatNothing) {
  constexpr std::size_t part = std::size_t{1} << 20, n = 2 * part + 1000;
  const auto x = random_integers<std::uint64_t>(n, INT64_MIN, INT64_MAX, 1);
  const auto shorter = random_integers<std::uint64_t>(part + 7, INT64_MIN, INT64_MAX, 1);
  EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), x.begin()));
  std::mt19937_64 engine(1);
  EXPECT_EQ(x[0] ^ std::uint64_t{1} << 63, engine());
  std::vector<std::uint64_t> sorted = x;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
  const auto reals = random_reals<double>(n, 0, 1, 2);
  EXPECT_NEAR(std::accumulate(reals.begin() + part, reals.end(), 0.0) / (part + 1000), 0.5, 0.002);
}

TEST(Random, RealsStayInTheHalfOpenIntervalAndFillIt) {
  const auto x = random_reals<float>(100000, -1, 1, 1);
  EXPECT_GE(*std::min_element(x.begin(), x.end()), -1.0f);
  EXPECT_LT(*std::max_element(x.begin(), x.end()), 1.0f);
  EXPECT_NEAR(std::accumulate(x.begin(), x.end(), 0.0) / 1e5, 0, 0.01);  // 5 standard deviations
}

TEST(Random, IntegersIncludeBothEnds) {
  const auto x = random_integers<int>(1000, -2, 2, 1);
  for (int value = -2; value <= 2; ++value) EXPECT_GT(std::count(x.begin(), x.end(), value), 100);
  EXPECT_EQ(std::count_if(x.begin(), x.end(), [](int v) { return v < -2 || v > 2; }), 0);
}

}  // namespace
