// Sums in half stop growing, or overflow; those in float are exact.
#include <gtest/gtest.h>

#include <sstream>

#include "common/testing.h"

namespace {

TEST(HalfSumsOverflow, StopOrOverflow) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  std::string words;  // with single spaces
  std::istringstream all(ended.out);
  for (std::string word; all >> word;) words += word + ' ';
  for (const char* row :
       {"1 1024 1024 1024 1024 1 4096", "1 16384 16384 16384 16384 1 65536", "1 65536 65536 65536 32768 stopped",
        "2 4096 16384 16384 16384 2 16384", "2 16384 65536 65536 inf overflow", "2 65536 262144 262144 inf overflow"})
    EXPECT_NE(words.find(row), std::string::npos) << row << "\n" << ended.out;
}

TEST(HalfSumsOverflow, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
