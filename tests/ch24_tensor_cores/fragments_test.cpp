// The program finds every word and every sum where the rules say.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

TEST(Fragments, AreWhereTheRulesSay) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  const auto contains = [&](const char* text) { EXPECT_NE(ended.out.find(text), std::string::npos) << text; };
  contains("a: 16 rows of 8 words\n  0.0  1.0  2.0  3.0  0.2  1.2  2.2  3.2\n  4.0  5.0");
  contains(
      "\n 28.1 29.1 30.1 31.1 28.3 29.3 30.3 31.3\nb: 8 columns of 8 words\n  0.0  1.0  2.0  3.0  0.1  1.1  2.1  "
      "3.1\n");
  contains("sums: 16 rows of 8\n  0.0  0.1  1.0  1.1  2.0  2.1  3.0  3.1\n");
  contains("\n 28.2 28.3 29.2 29.3 30.2 30.3 31.2 31.3\n");
  EXPECT_EQ(ended.out.find("-1"), std::string::npos) << "a word that no lane has";
}

TEST(Fragments, AnswersAnUnknownOptionWithOneLine) {
  const Ended ended = run_program({PROGRAM, "--nonsense"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
