// The exhibit: without check a wrong result, with check the line that made it.
#include <gtest/gtest.h>

#include "common/testing.h"

namespace {

int count(const std::string& text, const std::string& word) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++found;
  return found;
}

TEST(WrongDirection, CheckCatchesBothCopies) {
  const Ended ended = run_program({PROGRAM});
  ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(count(ended.out, "right directions: twice 1 is 2\n"), 1) << ended.out;
  EXPECT_EQ(count(ended.out, "without check: twice 1 is 0,"), 1) << "nothing came in, so 0 was doubled\n" << ended.out;
  EXPECT_EQ(count(ended.out, "without check: twice 1 is -1,"), 1) << "nothing came out\n" << ended.out;
  EXPECT_EQ(count(ended.out, "with check:"), 2) << ended.out;
  EXPECT_EQ(count(ended.out, "wrong_direction.cu:"), 2) << "check names file and line\n" << ended.out;
  EXPECT_EQ(count(ended.out, "cudaErrorInvalid"), 4) << "left behind, and reported\n" << ended.out;
}

}  // namespace
