// The exhibit shows wrong numbers where the barrier is missing, and none where it is not.
#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

TEST(MissingSync, OnlyTheKernelWithoutTheBarrierIsWrong) {
  const Ended ended = run_program({PROGRAM});
  if (!microscope_looks_on(ended)) {
    EXPECT_EQ(ended.status, 0) << ended.err;
  } else {  // the tool checks, and a program with findings ends with the tool's status
    EXPECT_NE(ended.status, 0);
    EXPECT_NE(ended.err.find("race in shared memory (tile): missing_sync.cu"), std::string::npos) << ended.err;
  }
  EXPECT_EQ(number_after(ended.out, "with the barrier:"), 0);
  EXPECT_GT(number_after(ended.out, "without the barrier:"), 0);
}

TEST(MissingSync, RacecheckNamesTheKernel) {
  if (const std::string reason = no_sanitizer(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_sanitized("racecheck", {PROGRAM});
  EXPECT_EQ(ended.status, sanitizer_found);
  EXPECT_NE(ended.out.find("reverse_without_barrier_kernel"), std::string::npos) << ended.out;
}

TEST(MissingSync, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
