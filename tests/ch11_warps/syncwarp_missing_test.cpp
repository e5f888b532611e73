// The exhibit shows wrong numbers where __syncwarp is missing, and none where it is not.
#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

TEST(SyncwarpMissing, OnlyTheKernelWithoutItIsWrong) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 0)
      << ended.out << ended.err;  // 4: the microscope found something
  EXPECT_EQ(number_after(ended.out, "with __syncwarp:"), 0);
  EXPECT_GT(number_after(ended.out, "without __syncwarp:"), 0);
}

TEST(SyncwarpMissing, TheMicroscopeNamesTheLine) {
  const Ended ended = run_program({PROGRAM});
  if (!microscope_looks_on(ended)) GTEST_SKIP() << "not built for the microscope";
  const std::string output = ended.out + ended.err;
  EXPECT_NE(output.find("finding: race in shared memory"), std::string::npos) << output;
  EXPECT_NE(output.find("syncwarp_missing.cu:"), std::string::npos) << output;
}

TEST(SyncwarpMissing, RacecheckNamesTheKernel) {
  if (const std::string reason = no_sanitizer(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_sanitized("racecheck", {PROGRAM});
  EXPECT_EQ(ended.status, sanitizer_found);
  EXPECT_NE(ended.out.find("exchange_without_syncwarp_kernel"), std::string::npos) << ended.out;
}

TEST(SyncwarpMissing, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
