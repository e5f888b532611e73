// The exhibit: what the runtime returns after a refused launch, and after a kernel that failed.
#include <gtest/gtest.h>

#include <sstream>

#include "common/testing.h"

namespace {

// The status values after a line with this beginning: the last word of each line up to an empty one.
std::vector<std::string> answers_after(const std::string& text, const std::string& title) {
  std::istringstream stream(text);
  std::string line;
  while (std::getline(stream, line) && !line.starts_with(title)) continue;
  std::vector<std::string> answers;
  while (std::getline(stream, line) && !line.empty()) answers.push_back(line.substr(line.rfind(' ') + 1));
  return answers;
}

TEST(StickyError, ARefusedLaunchLeavesAnErrorThatIsGoneOnceRead) {
  const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const std::vector<std::string> answers = answers_after(ended.out, "A launch of 4096");
  ASSERT_EQ(answers.size(), 2u) << ended.out;
  EXPECT_NE(answers[0], "cudaSuccess") << "the launch was refused";
  EXPECT_EQ(answers[1], "cudaSuccess") << "the error has been read";
}

TEST(StickyError, AKernelThatFailedLeavesAnErrorThatStays) {
  const Ended ended = run_program({PROGRAM, "--error", "sticky"});
  EXPECT_EQ(ended.status, microscope_looks_on(ended) ? 4 : 3) << ended.out << ended.err;
  EXPECT_EQ(answers_after(ended.out, "A kernel that stores"), std::vector<std::string>(3, "cudaErrorIllegalAddress"));
  EXPECT_NE(ended.err.find("cudaErrorIllegalAddress"), std::string::npos) << ended.err;
}

}  // namespace
