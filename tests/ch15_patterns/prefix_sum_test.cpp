// The plain program's output: the first sums are given here, and all sums agree with the CPU's.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(PrefixSum, PrintsTheFirstSumsAndFindsNoneWrong) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("sums of 1 to 10: 1 3 6 10 15 21 28 36 45 55\n"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("1000003 sums in 3907 tiles, 0 wrong"), std::string::npos) << ended.out;
}

}  // namespace
