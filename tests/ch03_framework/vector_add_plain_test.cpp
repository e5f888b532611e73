// The program adds, compares and prints the result. Its values are exact: they are computed here again.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

const Ended& ended() {
  static const Ended once = run_program({PROGRAM});
  return once;
}

TEST(VectorAddPlain, AddsAndFindsNothingWrong) {
  EXPECT_EQ(ended().status, 0) << ended().err;
  EXPECT_EQ(ended().err, "");
  EXPECT_EQ(number_after(ended().out, "wrong values:"), 0) << ended().out;
}

TEST(VectorAddPlain, RoundsTheGridUp) {
  EXPECT_NE(ended().out.find("3907 blocks of 256 threads: 1000192 threads for 1000000 elements"), std::string::npos)
      << ended().out;
}

TEST(VectorAddPlain, ShowsTheFirstAndTheLastSum) {
  EXPECT_NE(ended().out.find("z[0] = 0.0, z[999999] = 1499998.5"), std::string::npos) << ended().out;
}

}  // namespace
