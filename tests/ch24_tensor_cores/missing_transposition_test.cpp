// The exhibit is wrong where the transposition is missing, unless the matrix is symmetric.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(MissingTransposition, OnlyASymmetricMatrixHidesIt) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(number_after(ended.out, "\ntransposed:"), 0) << ended.out;
  EXPECT_GT(number_after(ended.out, "\nnot transposed:"), 64) << ended.out;
  EXPECT_EQ(number_after(ended.out, "symmetric:"), 0) << ended.out;
}

TEST(MissingTransposition, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
