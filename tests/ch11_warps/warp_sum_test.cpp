// The program's output: every warp has the sum of its numbers, the last one of the rest.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(WarpSum, AddsEveryWarp) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "100003 numbers, 3126 warps, the last one with 3 numbers\n"
            "first sum -9104, last sum -897\n"
            "wrong sums: 0\n");
}

}  // namespace
