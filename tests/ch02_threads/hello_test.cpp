// The program's output: every thread greets exactly once. The order is not checked, because none is guaranteed.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "common/testing.h"

namespace {

using Lines = std::vector<std::string>;

// The lines that follow the launch's announcement, up to an empty line.
Lines lines_after(const std::string& text, const std::string& launch) {
  std::istringstream stream(text);
  std::string line;
  while (std::getline(stream, line) && !line.starts_with(launch + ":")) continue;
  Lines lines;
  while (std::getline(stream, line) && !line.empty()) lines.push_back(line);
  return lines;
}

Lines sorted(Lines lines) {
  std::sort(lines.begin(), lines.end());
  return lines;
}

Lines greetings(int blocks, int threads) {
  Lines lines;
  for (int b = 0; b < blocks; ++b)
    for (int t = 0; t < threads; ++t)
      lines.push_back("hello from block " + std::to_string(b) + ", thread " + std::to_string(t));
  return sorted(lines);
}

std::string pair(int x, int y) {
  return "(x " + std::to_string(x) + ", y " + std::to_string(y) + ")";
}

const std::string& output() {
  static const Ended ended = run_program({PROGRAM});
  EXPECT_EQ(ended.status, 0) << ended.err;
  return ended.out;
}

TEST(Hello, EveryThreadGreetsOnce) {
  EXPECT_EQ(lines_after(output(), "<<<1, 1>>>"), greetings(1, 1));
  EXPECT_EQ(sorted(lines_after(output(), "<<<1, 4>>>")), greetings(1, 4));
  EXPECT_EQ(sorted(lines_after(output(), "<<<2, 4>>>")), greetings(2, 4));
}

TEST(Hello, EveryThreadOfATwoDimensionalLaunchGreetsOnce) {
  Lines expected;
  for (int by = 0; by < 2; ++by)
    for (int bx = 0; bx < 2; ++bx)
      for (int ty = 0; ty < 2; ++ty)
        for (int tx = 0; tx < 3; ++tx)
          expected.push_back("hello from block " + pair(bx, by) + ", thread " + pair(tx, ty));
  EXPECT_EQ(sorted(lines_after(output(), "<<<dim3(2, 2), dim3(3, 2)>>>")), sorted(expected));
}

TEST(Hello, EveryBlockReportsOnce) {
  std::vector<int> expected(48);
  std::iota(expected.begin(), expected.end(), 0);
  const Lines lines = lines_after(output(), "<<<48, 64>>>");
  ASSERT_EQ(lines.size(), 2u) << "two launches";
  for (const std::string& line : lines) {
    std::istringstream stream(line);
    std::string word;
    stream >> word;
    EXPECT_EQ(word, "order:");
    std::vector<int> blocks;
    for (int block; stream >> block;) blocks.push_back(block);
    std::sort(blocks.begin(), blocks.end());
    EXPECT_EQ(blocks, expected);
  }
}

}  // namespace
