// Whole numbers: every sum is exact. The expected one is worked out by hand.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(ClusterPlain, ScansEveryRow) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  // 0 to 6 are 21, 146 times; then 0 and 1.
  EXPECT_EQ(number_after(ended.out, "row 0 ends with"), 146 * 21 + 1);
}

}  // namespace
