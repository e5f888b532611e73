// The program's output: every array begins at a multiple of 256, and each sum is right.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(Alignment, ChoosesTheLoadByTheAddress) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "arrays of 1 to 4097 bytes: all begin at a multiple of 256\n"
            "x + 0: one load of a float4, the sum is 15\n"
            "x + 1: four loads, the sum is 30\n"
            "x + 2: four loads, the sum is 60\n"
            "x + 3: four loads, the sum is 120\n"
            "x + 4: one load of a float4, the sum is 240\n");
}

}  // namespace
