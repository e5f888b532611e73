// The program's output: both halves are right.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(TwoStreams, SquaresBothHalves) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "stream 0: 100000 squares, 0 wrong\n"
            "stream 1: 100000 squares, 0 wrong\n");
}

}  // namespace
