// The contents, exactly, and the program. What a GPU's clock does is its own business.
#include "ch25_hopper/power/power.h"

#include "common/testing.h"

namespace {

TEST(Power, ContentsAreWhatTheirNamesSay) {
  for (const auto& contents : power::contents()) {
    SCOPED_TRACE(contents.name);
    std::vector<float> values;
    for (const power::bf16 x : contents.elements(1000, test_seed())) values.push_back(static_cast<float>(x));
    const std::string name = contents.name;
    std::size_t ones = 0, minus_ones = 0, zeros = 0, inside = 0;
    for (const float value : values) {
      ones += value == 1, minus_ones += value == -1, zeros += value == 0;
      inside += value >= -1 && value <= 1;
    }
    EXPECT_EQ(inside, values.size());
    if (name == "zeros") {
      EXPECT_EQ(zeros, values.size());
    }
    if (name == "ones") {
      EXPECT_EQ(ones, values.size());
    }
    if (name == "-1 and 1") {
      EXPECT_EQ(ones + minus_ones, values.size());
      EXPECT_GT(ones, 400u);
      EXPECT_GT(minus_ones, 400u);
    }
    if (name == "random") {
      EXPECT_LT(ones + minus_ones + zeros, 100u);
    }
  }
}

TEST(Power, CountsTheClock) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (sanitized()) GTEST_SKIP() << "a tool makes a kernel too slow to count the clock by it";
  EXPECT_GT(power::clock_mhz(), 200);
  EXPECT_LT(power::clock_mhz(), 4000);
}

TEST(PowerProgram, MultipliesAllContents) {
  const Ended ended = run_program({PROGRAM, "--n", "72"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& contents : power::contents()) EXPECT_NE(ended.out.find(contents.name), std::string::npos);
  EXPECT_EQ(run_program({PROGRAM, "--n", "0"}).status, 2);
}

}  // namespace
