// The program's text: every multiple is found once, and counted.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(Counter, FindsEveryMultipleOnce) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "found 14286 of 14286 multiples of 7 below 100000\n"
            "lost or found twice: 0\n");
}

}  // namespace
