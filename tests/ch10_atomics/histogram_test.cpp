#include "ch10_atomics/histogram/histogram.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "common/testing.h"
#include "common/values.h"

namespace {

using histogram::Byte;
using histogram::Count;

std::vector<Count> counts_of(const histogram::Rung& rung, const std::vector<Byte>& x) {
  const Guarded<Byte> d_x(x);
  Guarded<Count> d_count = poisoned<Count>(histogram::bins);

  rung.run(d_x.data(), x.size(), d_count.data());

  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  return d_count.to_host();
}

class Histogram : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Histogram, CountsMatchReferenceForUniformBytes) {
  const auto [rung, n] = GetParam();
  const auto x = random_integers<Byte>(n, 0, 255, test_seed());

  EXPECT_EQ(counts_of(histogram::ladder()[rung], x), histogram::count_cpu(x));
}

TEST_P(Histogram, CountsMatchReferenceWhereAllBytesAreEqual) {
  const auto [rung, n] = GetParam();
  const std::vector<Byte> x(n, 255);

  EXPECT_EQ(counts_of(histogram::ladder()[rung], x), histogram::count_cpu(x));
}

TEST_P(Histogram, CountsMatchReferenceForFewValues) {
  if (sanitized()) GTEST_SKIP() << "the paths of many values and of one, which were seen";
  const auto [rung, n] = GetParam();
  const auto x = random_integers<Byte>(n, 127, 128, test_seed());

  EXPECT_EQ(counts_of(histogram::ladder()[rung], x), histogram::count_cpu(x));
}

TEST_P(Histogram, CountsMatchReferenceForSortedBytes) {
  if (sanitized()) GTEST_SKIP() << "the paths of many values and of one, which were seen";
  const auto [rung, n] = GetParam();
  std::vector<Byte> x = random_integers<Byte>(n, 0, 255, test_seed());
  std::sort(x.begin(), x.end());

  EXPECT_EQ(counts_of(histogram::ladder()[rung], x), histogram::count_cpu(x));
}

INSTANTIATE_TEST_SUITE_P(Ladder, Histogram, every_rung_and_size(histogram::ladder()),
                         name_rung_and_size(histogram::ladder()));

// The last 1 to 15 bytes do not fill a vector: each of them must be counted once.
TEST(HistogramTail, EveryRemainderIsCounted) {
  for (const auto& rung : histogram::ladder()) {
    for (std::size_t n = 1000; n < 1018; n += sanitized() ? 7 : 1) {
      const auto x = random_integers<Byte>(n, 0, 255, test_seed());
      EXPECT_EQ(counts_of(rung, x), histogram::count_cpu(x)) << rung.name << " " << n;
    }
  }
}

TEST(HistogramTables, AnyNumberOfThemCountsEveryByte) {
  for (const std::size_t n : all_or_few<std::size_t>({0, 1, 3, 1023, 1025, 300'007}, {1025})) {
    const auto x = random_integers<Byte>(n, 0, 255, test_seed());
    for (const int tables : {1, 2, 3, 16, histogram::most_tables}) {
      const Guarded<Byte> d_x(x);
      Guarded<Count> d_count = poisoned<Count>(histogram::bins);
      histogram::count_in_tables(d_x.data(), n, tables, d_count.data());
      EXPECT_EQ(d_count.to_host(), histogram::count_cpu(x)) << n << " " << tables;
      EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    }
  }
}

// One more block would need more shared memory than a multiprocessor has, or more threads.
TEST(HistogramTables, MoreOfThemLeaveRoomForFewerBlocks) {
  EXPECT_EQ(histogram::table_bytes(histogram::most_tables), 32 * 1024);
  EXPECT_GE(histogram::blocks_with_tables(1), histogram::blocks_with_tables(histogram::most_tables));
  EXPECT_GE(histogram::blocks_with_tables(histogram::most_tables), 1);
}

TEST(HistogramPeers, MatchReference) {
  if (histogram::peers().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const std::size_t n : all_or_few<std::size_t>({1, 257, 1000003}, {257})) {
    const auto x = random_integers<Byte>(n, 0, 255, test_seed());
    const Guarded<Byte> d_x(x);
    for (const auto& peer : histogram::peers()) {
      peer.run(d_x.data(), n);
      EXPECT_EQ(peer.counts(), histogram::count_cpu(x)) << peer.name;
    }
  }
}

TEST(HistogramProgram, TimesMoreAndMoreTables) {
  if (sanitized()) GTEST_SKIP() << "the kernels of the tests before";
  const Ended ended = run_program({PROGRAM, "--tables", "--pattern", "equal", "--n", "5000", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const char* line : {"\n1                   1 ", "\n32                 32 "})
    EXPECT_NE(ended.out.find(line), std::string::npos) << ended.out;
}

std::string written(const std::string& name, const std::string& text) {
  const std::string path = temporary_file(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(HistogramProgram, CountsThePixelsOfAnImage) {
  const Ended ended = run_program({PROGRAM, "--image", written("grey.pgm", "P2 3 2 255\n0 1 17 255 255 255\n")});

  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_NE(ended.out.find("  0- 15            2"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("240-255            3"), std::string::npos) << ended.out;
}

TEST(HistogramProgram, RefusesImagesThatAreNoneOrNotGrey) {
  const std::string files[] = {temporary_file("absent.pgm"), written("cut.pgm", "P5 4 4 255\nabc"),
                               written("text.pgm", "not an image\n"), written("colour.ppm", "P3 1 1 255\n1 2 3\n"),
                               written("deep.pgm", "P2 1 1 1000\n999\n")};
  for (const std::string& file : files) {
    const Ended ended = run_program({PROGRAM, "--image", file});
    EXPECT_EQ(ended.status, 2) << file;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

TEST(HistogramProgram, IsRightForEveryPattern) {
  for (const char* pattern : all_or_few<const char*>({"uniform", "equal", "bell", "two", "sorted"}, {"sorted"})) {
    const Ended ended = run_program({PROGRAM, "--n", "10007", "--pattern", pattern, "--repeats", "1"});
    EXPECT_EQ(ended.status, 0) << pattern << ended.err;
    if (std::string(pattern) == "sorted") {  // 10007 sorted bytes: each 16 values are a sixteenth of them
      EXPECT_NE(ended.out.find("  0- 15          626"), std::string::npos) << ended.out;
      EXPECT_NE(ended.out.find("240-255          625"), std::string::npos) << ended.out;
    }
  }
}

TEST(HistogramProgram, TimesMoreAndMoreBytes) {
  if (sanitized()) GTEST_SKIP() << "the kernels of the tests before";
  const std::string svg = temporary_file("sizes.svg");
  const Ended ended = run_program({PROGRAM, "--sizes", "--n", "5000", "--svg", svg, "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  std::ifstream file(svg);
  const std::string drawn(std::istreambuf_iterator<char>(file), {});
  for (const char* bytes : {"\n1024 ", "\n4096 ", "\n5000 "}) EXPECT_NE(ended.out.find(bytes), std::string::npos);
  for (const auto& rung : histogram::ladder()) {
    EXPECT_NE(ended.out.find(rung.name), std::string::npos) << ended.out;
    EXPECT_NE(drawn.find(rung.name), std::string::npos);
  }
}

}  // namespace
