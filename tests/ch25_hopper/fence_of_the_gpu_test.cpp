// Both kernels count all turns. What the fence costs is the GPU's business.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(FenceOfTheGpu, BothKernelsTakeAllTurns) {
  for (const char* turns : {"1", "2", "31"}) {
    const Ended ended = run_program({PROGRAM, "--turns", turns});
    if (ended.status == 77) GTEST_SKIP() << ended.err;
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    EXPECT_EQ(number_after(ended.out, "arrive:"), 0);
    EXPECT_EQ(number_after(ended.out, "arrive.release.cluster:"), 0);
  }
}

TEST(FenceOfTheGpu, AnswersNoTurnsWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--turns", "0"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
