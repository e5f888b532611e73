// The plain program: all elements are right, and two of them are these.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(WmmaPlain, MultipliesWithoutError) {
  const Ended ended = run_program({PROGRAM});
  ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(ended.out,
            "64 x 64, 16 warps: c[0][0] = 12.7969, c[63][63] = 11.7344\n"
            "0 of 4096 elements are wrong\n");
}

}  // namespace
