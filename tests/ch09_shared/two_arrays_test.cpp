// If the arrays overlap, every difference is that of a word and itself; if one array is divided, all are right.
#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

constexpr int numbers = 256 * 256;

TEST(TwoArrays, OnlyTheOverlappingOnesAreWrong) {
  const Ended ended = run_program({PROGRAM});
  if (!microscope_looks_on(ended)) {
    EXPECT_EQ(ended.status, 0) << ended.err;
  } else {  // the tool checks, and a program with findings ends with the tool's status
    EXPECT_NE(ended.status, 0);
    EXPECT_NE(ended.err.find("race in shared memory"), std::string::npos) << ended.err;
  }
  EXPECT_EQ(number_after(ended.out, "one array, divided:"), 0);
  EXPECT_EQ(number_after(ended.out, "two extern declarations:"), numbers);
  EXPECT_EQ(number_after(ended.out, "differences are wrong,"), numbers) << "not all are 0";
}

TEST(TwoArrays, RacecheckNamesTheKernel) {
  if (const std::string reason = no_sanitizer(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_sanitized("racecheck", {PROGRAM});
  EXPECT_EQ(ended.status, sanitizer_found);
  EXPECT_NE(ended.out.find("overlapping_kernel"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("divided_kernel"), std::string::npos) << ended.out;
}

TEST(TwoArrays, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
