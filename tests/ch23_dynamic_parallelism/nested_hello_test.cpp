// The program's output: every thread greets once, and grids end from the deepest to the first. The order of greetings
// is not guaranteed.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "common/testing.h"

namespace {

using Lines = std::vector<std::string>;

Lines lines_with(const std::string& word) {
  static const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::istringstream stream(ended.out);
  Lines lines;
  for (std::string line; std::getline(stream, line);)
    if (line.find(word) != std::string::npos) lines.push_back(line);
  return lines;
}

TEST(NestedHello, EveryThreadGreetsOnce) {
  Lines expected, lines = lines_with("hello");
  for (int depth = 0, threads = 8; threads > 0; ++depth, threads /= 2)
    for (int t = 0; t < threads; ++t)
      expected.push_back("depth " + std::to_string(depth) + ": hello from thread " + std::to_string(t) + " of " +
                         std::to_string(threads));
  std::sort(lines.begin(), lines.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(lines, expected);
}

TEST(NestedHello, GridsEndFromTheDeepestToTheFirst) {
  Lines expected;
  for (int depth = 3; depth >= 0; --depth)
    expected.push_back("depth " + std::to_string(depth) + ": this grid and all grids below it have ended");
  EXPECT_EQ(lines_with("have ended"), expected);
}

TEST(NestedHello, CountsTheGreetings) {
  EXPECT_EQ(lines_with("greetings"), Lines{"15 greetings, 15 expected"});
}

}  // namespace
