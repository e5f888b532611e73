// The exhibit reads the same words in 8 passes and in 1; on a GPU that takes several times as long.
#include <gtest/gtest.h>

#include <cstdlib>

#include "common/testing.h"

namespace {

TEST(LdmatrixConflict, HasEightPassesForOne) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(number_after(ended.out, "as they are:"), 8) << ended.out;
  EXPECT_EQ(number_after(ended.out, "swizzled:"), 1) << ended.out;
}

TEST(LdmatrixConflict, TakesLonger) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (sanitized()) GTEST_SKIP() << "times under a tool are not the GPU's";
  const Ended ended = run_program({PROGRAM});
  const std::size_t at = ended.out.find("ms, ");
  ASSERT_NE(at, std::string::npos) << ended.out;
  EXPECT_GT(std::atof(ended.out.c_str() + at + 4), 3) << ended.out;
}

TEST(LdmatrixConflict, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
