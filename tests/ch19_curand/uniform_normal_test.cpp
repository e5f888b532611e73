// The first numbers of XORWOW with seed 1234: the same on a GPU, on its host and on the emulator.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(UniformNormal, MakesTheNumbersOfTheHost) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(count_lines(ended.out), 2) << ended.out;
  EXPECT_NE(ended.out.find("uniform: 0.434899 0.926417 0.811845"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("mean 0.5002, variance 0.0836; largest difference from the host's numbers 0.0e+00"),
            std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.out.find("nan"), std::string::npos) << ended.out;
}

}  // namespace
