// The exhibit loses additions where they are not atomic, and none where they are.
#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

TEST(LostUpdate, OnlyAtomicAdditionsAllStay) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 0)
      << ended.out << ended.err;  // 4: the microscope found something
  const long long threads = number_after(ended.out, "threads:");
  EXPECT_EQ(threads, 16384);
  EXPECT_EQ(number_after(ended.out, "with atomicAdd:"), threads);
  EXPECT_EQ(number_after(ended.out, "in slow motion:"), 64);
  // How many stay is luck: the emulator's threads run one after the other, and may lose none.
  EXPECT_GE(number_after(ended.out, "with +=:"), 64);
  EXPECT_LE(number_after(ended.out, "with +=:"), threads);
}

TEST(LostUpdate, PlusLosesAdditionsWhereThreadsRunAtOnce) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_program({PROGRAM});
  EXPECT_LT(number_after(ended.out, "with +=:"), number_after(ended.out, "threads:")) << ended.out;
}

TEST(LostUpdate, TheMicroscopeNamesTheLine) {
  const Ended ended = run_program({PROGRAM});
  if (!microscope_looks_on(ended)) GTEST_SKIP() << "not built for the microscope";
  const std::string output = ended.out + ended.err;
  EXPECT_NE(output.find("finding: race in shared memory"), std::string::npos) << output;
  EXPECT_NE(output.find("lost_update.cu:"), std::string::npos) << output;
}

TEST(LostUpdate, RacecheckNamesTheKernel) {
  if (const std::string reason = no_sanitizer(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_sanitized("racecheck", {PROGRAM});
  EXPECT_EQ(ended.status, sanitizer_found);
  EXPECT_NE(ended.out.find("count_plain_kernel"), std::string::npos) << ended.out;
}

TEST(LostUpdate, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
