// The exhibit: only release and acquire guarantee the new letter. Old letters are seen on hardware, and by the
// microscope.
#include <gtest/gtest.h>

#include <string>

#include "common/testing.h"

namespace {

// The count of old letters after an earlier look, in the line that begins with label.
long long after_a_look(const std::string& output, const std::string& label) {
  const std::size_t line = output.find(label);
  return line == std::string::npos ? -1 : number_after(output.substr(line), "after a look:");
}

TEST(FlagByLuck, ReleaseAndAcquireAreNeverWrong) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 0) << ended.out << ended.err;
  EXPECT_EQ(number_after(ended.out, "release and acquire:"), 0) << ended.out;
  EXPECT_EQ(after_a_look(ended.out, "release and acquire:"), 0) << ended.out;
  for (const auto& label : {"volatile flag:", "a fence in the writer:"}) {
    EXPECT_GE(number_after(ended.out, label), 0) << ended.out;
    EXPECT_GE(after_a_look(ended.out, label), 0) << ended.out;
  }
}

TEST(FlagByLuck, AnEarlierLookEndsTheLuckOnHardware) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  const Ended ended = run_program({PROGRAM});
  EXPECT_GT(after_a_look(ended.out, "volatile flag:"), 0) << ended.out;
  EXPECT_GT(after_a_look(ended.out, "a fence in the writer:"), 0) << ended.out;
}

TEST(FlagByLuck, TheMicroscopeNamesTheLetter) {
  const Ended ended = run_program({PROGRAM});
  if (!microscope_looks_on(ended)) GTEST_SKIP() << "not built for the microscope";
  const std::string output = ended.out + ended.err;
  EXPECT_NE(output.find("finding: race in global memory"), std::string::npos) << output;
  EXPECT_NE(output.find("flag_by_luck.cu:"), std::string::npos) << output;
}

TEST(FlagByLuck, BadInputIsAUsageError) {
  for (const auto& option : {"--launches=0", "--launches=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
