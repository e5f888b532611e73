// The exhibit: without check a wrong result, with check the line that made it.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "common/testing.h"

namespace {

int count(const std::string& text, const std::string& word) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size()) ++found;
  return found;
}

// The lines of code that check's messages name.
std::vector<std::string> named_lines(const std::string& output) {
  std::vector<std::string> lines;
  const std::regex place("with check: +(.*wrong_direction[.]cu):([0-9]+): ");
  for (std::sregex_iterator at(output.begin(), output.end(), place), end; at != end; ++at) {
    std::ifstream file((*at)[1]);
    std::string line;
    for (int number = std::stoi((*at)[2]); number > 0; --number) std::getline(file, line);
    lines.push_back(line);
  }
  return lines;
}

TEST(WrongDirection, CheckCatchesBothCopies) {
  const Ended ended = run_program({PROGRAM});
  ASSERT_EQ(ended.status, 0) << ended.out << ended.err;
  EXPECT_EQ(count(ended.out, "right directions: twice 1 is 2\n"), 1) << ended.out;
  EXPECT_EQ(count(ended.out, "without check: twice 1 is 0,"), 1) << "nothing came in, so 0 was doubled\n" << ended.out;
  EXPECT_EQ(count(ended.out, "without check: twice 1 is -1,"), 1) << "nothing came out\n" << ended.out;
  EXPECT_EQ(count(ended.out, "with check:"), 2) << ended.out;
  const std::vector<std::string> lines = named_lines(ended.out);
  ASSERT_EQ(lines.size(), 2u) << "check names file and line\n" << ended.out;
  EXPECT_EQ(count(lines[0], "direction.in"), 1) << lines[0];
  EXPECT_EQ(count(lines[1], "direction.out"), 1) << lines[1];
  EXPECT_EQ(count(ended.out, "cudaErrorInvalid"), 4) << "left behind, and reported\n" << ended.out;
}

}  // namespace
