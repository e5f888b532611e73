#include "ch15_patterns/segmented_scan/segmented_scan.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace segmented_scan;

template <typename T>
std::vector<T> scanned(const Rung<T>& rung, const std::vector<T>& x, const std::vector<Flag>& heads) {
  const std::size_t n = x.size();
  const Guarded<T> d_x(x);
  const Guarded<Flag> d_heads(heads);
  Guarded<T> d_y = poisoned<T>(n);
  Guarded<char> d_scratch = poisoned<char>(scratch_bytes<T>(n));
  rung.run(d_x.data(), d_heads.data(), d_y.data(), n, d_scratch.data());
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  EXPECT_EQ(d_heads.to_host(), heads) << "the heads were changed";
  return d_y.to_host();
}

// Heads with a probability of 1 / this number; any value except 0 is a head.
std::vector<Flag> heads_of(std::size_t n, std::int64_t length) {
  std::vector<Flag> heads = random_integers<Flag>(n, 0, 255, test_seed() + 1);
  const auto chance = random_integers<std::uint32_t>(n, 0, length - 1, test_seed() + 2);
  for (std::size_t i = 0; i < n; ++i) heads[i] = chance[i] == 0 ? heads[i] | 1 : 0;
  return heads;
}

class SegmentedScan : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(SegmentedScan, SumsMatchReferenceForShortAndLongSegments) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  const auto x = random_integers<Word>(n, 0, 0xffffffff, test_seed());
  for (const std::int64_t length : all_or_few<std::int64_t>({1, 7, 100, 20'000}, {7, 20'000})) {
    const std::vector<Flag> heads = heads_of(n, length);
    EXPECT_TRUE(scanned(ladder<Word>()[rung], x, heads) == scan_cpu(x, heads)) << "segments of " << length;
  }
}

TEST_P(SegmentedScan, WithoutHeadsItIsAScan) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  const auto x = random_integers<Word>(n, 0, 0xffffffff, test_seed());
  std::vector<Word> sums(n);
  Word sum = 0;
  for (std::size_t i = 0; i < n; ++i) sums[i] = sum += x[i];
  EXPECT_TRUE(scanned(ladder<Word>()[rung], x, std::vector<Flag>(n, 0)) == sums);
}

// Small whole numbers: every order of adding gives the same sum in floating point too. A seventh of them are negative.
template <typename T>
void expect_exact_sums(int rung, std::size_t n) {
  std::vector<T> x(n);
  const auto words = random_integers<std::uint32_t>(n, 0, 6, test_seed());
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(words[i]) - 1;
  for (const std::int64_t length : all_or_few<std::int64_t>({7, 20'000}, {7})) {
    const std::vector<Flag> heads = heads_of(n, length);
    EXPECT_TRUE(scanned(ladder<T>()[rung], x, heads) == scan_cpu(x, heads)) << "segments of " << length;
  }
}

TEST_P(SegmentedScan, SumsOfWholeNumbersAreExactInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  if (const std::string reason = too_many_here(n, 100'000); !reason.empty()) GTEST_SKIP() << reason;
  expect_exact_sums<float>(rung, n);
  expect_exact_sums<double>(rung, n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, SegmentedScan, every_rung_and_size(ladder<Word>()),
                         name_rung_and_size(ladder<Word>()));

// By hand, and a single head at every place around the edges of warps, rows and tiles.
TEST(SegmentedScanHeads, EveryPlaceOfAHeadIsSeen) {
  EXPECT_EQ(scan_cpu<Word>({1, 2, 3, 4, 5}, {0, 0, 9, 0, 1}), (std::vector<Word>{1, 3, 3, 7, 5}));
  const std::size_t n = 9000;
  const std::vector<Word> x(n, 1);
  for (const Rung<Word>& rung : ladder<Word>()) {
    for (const std::size_t head :
         all_or_few<std::size_t>({0, 1, 31, 32, 33, 511, 512, 513, 4095, 4096, 4097, 8192, 8999}, {33, 4096})) {
      std::vector<Flag> heads(n, 0);
      heads[head] = 1;
      EXPECT_TRUE(scanned(rung, x, heads) == scan_cpu(x, heads)) << rung.name << ", head at " << head;
    }
  }
}

// A plain sum of this many numbers has an error of thousands of epsilons; a rung's error must be smaller.
TEST(SegmentedScanReference, RoundsLikeASingleAddition) {
  const std::vector<double> x(100'000, 0.1);
  std::vector<Flag> heads(x.size(), 0);
  heads[50'000] = 1;
  const std::vector<double> y = scan_cpu(x, heads);
  for (const std::size_t i : {49'999, 99'999}) EXPECT_NEAR(y[i], 5000, 5000 * std::numeric_limits<double>::epsilon());
}

// Real numbers are within the bound. A segment has at most 200 values from 1 to 2, so one value too many or too few
// changes its sum by 1/400 at least, which is more than the bound.
TEST(SegmentedScanError, StaysWithinItsBound) {
  std::vector<float> x = random_reals<float>(50'000, 1, 2, test_seed());
  std::vector<Flag> heads(x.size(), 0);
  for (std::size_t i = 0; i < x.size(); i += 200) heads[i] = 1;
  const std::vector<float> expected = scan_cpu(x, heads);
  for (const Rung<float>& rung : ladder<float>()) {
    const double bound = error_bound(rung, x.size(), 200);
    EXPECT_LE(max_relative_error(scanned(rung, x, heads), expected), bound) << rung.name;
    EXPECT_LT(bound, 1.0 / 400) << rung.name;
  }
}

TEST(SegmentedScanProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "5000", "--short", "3", "--long", "700", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung<Word>& rung : ladder<Word>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("segments of 700 on average"), std::string::npos) << ended.out;
}

TEST(SegmentedScanProgram, IsRightForEveryType) {
  for (const char* type : all_or_few<const char*>({"words", "floats", "doubles"}, {"doubles"})) {
    const Ended ended = run_program({PROGRAM, "--n", "5000", "--long", "700", "--type", type, "--repeats", "1"});
    EXPECT_EQ(ended.status, 0) << type << ended.out << ended.err;
  }
}

TEST(SegmentedScanProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=-5", "--short=0"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
