// Odd whole numbers: every order of adding gives the same sum, and a lost one always changes it.
#include "ch11_warps/ten_sums/ten_sums.h"

#include <iterator>
#include <numeric>
#include <sstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace ten_sums;

template <typename Real>
Real summed(const Rung<Real>& rung, const std::vector<Real>& x) {
  const Guarded<Real> d_x(x);
  Guarded<Real> d_scratch = poisoned<Real>(rung.scratch(x.size()));
  const Real sum = rung.run(x.data(), d_x.data(), d_scratch.data(), x.size());
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  return sum;
}

template <typename Real>
void expect_exact_sum(const Rung<Real>& rung, std::size_t n) {
  const std::vector<Real> x = random_odd_integers<Real>(n, test_seed());
  EXPECT_EQ(summed(rung, x), std::accumulate(x.begin(), x.end(), Real{0}));
}

class TenSums : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(TenSums, WholeNumbersAddUpExactly) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  expect_exact_sum(ladder<float>()[rung], n);
  expect_exact_sum(ladder<double>()[rung], n);
}

INSTANTIATE_TEST_SUITE_P(Ladder, TenSums, every_rung_and_size(ladder<float>()), name_rung_and_size(ladder<float>()));

TEST(TenSumsLadder, HasTwoOfTheHostAndTenOfTheDevice) {
  EXPECT_EQ(std::size(ladder<float>()), 12u);
}

TEST(TenSumsError, StaysWithinItsBound) {
  const std::vector<float> x(200'000, 1.23f);
  for (const auto& rung : ladder<float>()) {
    if (watched() && rung.additions == by_blocks) continue;  // TenSums has them, at smaller sizes
    const double error = relative_error(static_cast<double>(summed(rung, x)), 200'000 * static_cast<double>(1.23f));
    EXPECT_LE(error, error_bound(rung, x.size())) << rung.name;
  }
}

// From 2^24 on neighbouring floats are 2 apart: a loop that adds ones stays there, and Kahan's does not.
TEST(TenSumsLoop, StopsGrowingWhereTheNextFloatIsTooFar) {
  const std::vector<float> ones((1 << 24) + 1000, 1.0f);
  EXPECT_EQ(rung_called("cpu_loop", ladder<float>()).run(ones.data(), nullptr, nullptr, ones.size()), 16777216.0f);
  EXPECT_EQ(rung_called("cpu_compensated", ladder<float>()).run(ones.data(), nullptr, nullptr, ones.size()),
            16778216.0f);
}

// 100,000 blocks of equal numbers: their sums differ by their last bits from what a serial addition of them gives.
TEST(TenSumsError, IsSmallestWhereNothingSmallIsAddedToALargeSum) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  const std::vector<float> x(block_size * 100'000, 1.23f);
  const double exact = static_cast<double>(x.size()) * static_cast<double>(1.23f);
  const auto error = [&](const char* name) {
    return relative_error(static_cast<double>(summed(rung_called(name, ladder<float>()), x)), exact);
  };
  EXPECT_LT(error("two_launches"), error("shared") / 100);
  EXPECT_LT(error("static_memory"), error("shared") / 100);
}

TEST(TenSumsProgram, PrintsEverySum) {
  for (const char* precision : {"single", "double"}) {
    const Ended ended =
        run_program({PROGRAM, "--n", "3000", "--value", "1.5", "--precision", precision, "--repeats", "1"});
    EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
    for (const auto& rung : ladder<float>()) {
      const std::size_t row = ended.out.find(std::string("\n") + rung.name + " ");
      ASSERT_NE(row, std::string::npos) << rung.name << "\n" << ended.out;
      const std::string line = ended.out.substr(row + 1, ended.out.find('\n', row + 1) - row - 1);
      EXPECT_NE(line.find("4500.0"), std::string::npos) << ended.out;
      const bool allocates = rung.scratch(3000) > 0;  // then the row has a seventh cell
      std::istringstream cells(line);
      const std::vector<std::string> words{std::istream_iterator<std::string>(cells), {}};
      EXPECT_EQ(words.size(), allocates ? 7u : 6u) << line;
    }
  }
}

TEST(TenSumsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--n=-5", "--value=-1"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
