// The exhibit is right where it should be. Where it is not, the result may be right by luck: a tool names the line.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(NotStartedBlock, TheRightKernelIsRight) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 0) << ended.err;
  EXPECT_EQ(number_after(ended.out, "with the barrier:"), 0);
  EXPECT_GE(number_after(ended.out, "without the barrier:"), 0);
}

TEST(NotStartedBlock, RacecheckNamesTheKernel) {
  if (const std::string reason = no_sanitizer(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_sanitized("racecheck", {PROGRAM});
  EXPECT_NE(ended.out.find("exchange_at_once_kernel"), std::string::npos) << ended.out;
}

}  // namespace
