// Whole numbers: every sum is exact. The expected ones are worked out by hand.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(BlockSum, AddsEveryBlock) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  // 0 to 99 twice, then 0 to 55: 2 * 4950 + 1540. The last block has 64 numbers left, 36 to 99.
  EXPECT_EQ(number_after(ended.out, "block 0:"), 11440);
  EXPECT_EQ(number_after(ended.out, "block 3906:"), 4950 - 35 * 36 / 2);
  EXPECT_EQ(number_after(ended.out, "sum:"), 49500000);
  EXPECT_EQ(number_after(ended.out, "on the CPU:"), 49500000);
}

}  // namespace
