// The program's output: the device has halved what the host wrote.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(OnePointer, HalvesEveryValue) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "x[99999] = 99999\n"
            "wrong values: 0 of 100000\n");
}

}  // namespace
