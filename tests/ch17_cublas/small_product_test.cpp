// The plain program's output: the matrices as they are read, and their order in memory.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(SmallProduct, PrintsTheMatricesAndHowTheyAreStored) {
  const Ended ended = run_program({PROGRAM});
  ASSERT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out,
            "a       0   2   4\n"
            "        1   3   5\n"
            "      in memory: 0 1 2 3 4 5\n"
            "b       0   3\n"
            "        1   4\n"
            "        2   5\n"
            "      in memory: 0 1 2 3 4 5\n"
            "a b    10  28\n"
            "       13  40\n"
            "      in memory: 10 13 28 40\n"
            "0 of 4 elements are wrong\n");
}

}  // namespace
