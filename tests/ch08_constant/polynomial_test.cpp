// Both sides round the same fused operations, so the values are equal to the last bit.
#include <gtest/gtest.h>

#include <cmath>

#include "common/testing.h"

namespace {

TEST(Polynomial, EqualsTheCpuForBothSetsOfCoefficients) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(number_after(ended.out, "sin(x):"), 1000000);
  EXPECT_EQ(number_after(ended.out, "exp(x):"), 1000000);
  // The series end at x^7. What they leave out is largest at x = 1: 1/9! - 1/11! = 2.73e-6, and 1/8! + 1/9! + ... =
  // 2.79e-5, each with half a unit in the last place of the value, 6e-8 and 1e-7.
  EXPECT_NE(ended.out.find("at most 2.8e-06 from std::sin"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("at most 2.8e-05 from std::exp"), std::string::npos) << ended.out;
}

}  // namespace
