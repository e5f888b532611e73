// Small whole numbers in floating point: every order of adding gives the same sum, so the test is exact.
#include "ch11_warps/reduction_fast/reduction_fast.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
Real sum_of(const sum::Rung<Real>& rung, const std::vector<Real>& x) {
  const Guarded<Real> d_x(x);
  Guarded<Real> d_partial = poisoned<Real>(reduction_fast::partial_size), d_sum = poisoned<Real>(1);

  rung.run(d_x.data(), d_partial.data(), d_sum.data(), x.size());

  const std::vector<Real> after = d_x.to_host();
  EXPECT_TRUE(x.empty() || std::memcmp(after.data(), x.data(), x.size() * sizeof(Real)) == 0)  // NaN != NaN
      << "the input was changed";
  return d_sum.to_host()[0];
}

class ReductionFast : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(ReductionFast, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  const auto floats = random_integers<float>(n, -9, 9, test_seed());
  const auto doubles = random_integers<double>(n, -9, 9, test_seed());

  EXPECT_EQ(sum_of(reduction_fast::ladder<float>()[rung], floats), sum::run_cpu(floats));
  EXPECT_EQ(sum_of(reduction_fast::ladder<double>()[rung], doubles), sum::run_cpu(doubles));
}

TEST_P(ReductionFast, NaNReachesTheSum) {
  const auto [rung, n] = GetParam();
  if (n == 0) GTEST_SKIP() << "there is no element to be NaN";
  std::vector<float> x(n, 1.0f);
  x[n / 2] = std::numeric_limits<float>::quiet_NaN();

  EXPECT_TRUE(std::isnan(sum_of(reduction_fast::ladder<float>()[rung], x)));
}

TEST_P(ReductionFast, ErrorOfRealsStaysBelowTheBound) {
  const auto [rung, n] = GetParam();
  const auto x = random_reals<float>(n, 0, 1, test_seed());

  const double sum = sum_of(reduction_fast::ladder<float>()[rung], x);

  EXPECT_TRUE(within(sum, sum::run_cpu(x), reduction_fast::error_bound<float>(n) * sum::run_cpu(x)));
}

INSTANTIATE_TEST_SUITE_P(Ladder, ReductionFast, every_rung_and_size(reduction_fast::ladder<float>()),
                         name_rung_and_size(reduction_fast::ladder<float>()));

// Rungs that finish in one launch use a counter: the next sum must find it in the same state as the first.
TEST(ReductionFast, SumsFollowEachOtherWithOtherSizes) {
  for (const auto& rung : reduction_fast::ladder<float>()) {
    for (const std::size_t n : {100000, 3, 0, 70000}) {
      const auto x = random_integers<float>(n, -9, 9, test_seed());
      EXPECT_EQ(sum_of(rung, x), sum::run_cpu(x)) << rung.name << " " << n;
    }
  }
}

TEST(ReductionFast, SumOfRealsIsTheSameEveryTime) {
  const auto x = random_reals<float>(200000, -1, 1, test_seed());
  for (const auto& rung : reduction_fast::ladder<float>()) EXPECT_EQ(sum_of(rung, x), sum_of(rung, x)) << rung.name;
}

TEST(ReductionFastPeers, MatchReference) {
  if (reduction_fast::peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const std::size_t n : {1, 257, 1000003}) {
    const auto floats = random_integers<float>(n, -9, 9, test_seed());
    const auto doubles = random_integers<double>(n, -9, 9, test_seed());
    for (const auto& peer : reduction_fast::peers<float>()) EXPECT_EQ(sum_of(peer, floats), sum::run_cpu(floats));
    for (const auto& peer : reduction_fast::peers<double>()) EXPECT_EQ(sum_of(peer, doubles), sum::run_cpu(doubles));
  }
}

TEST(ReductionFastProgram, RejectsANegativeCountInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});

  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

TEST(ReductionFastProgram, IsRightInDoubleWithAnOddCount) {
  const Ended ended = run_program({PROGRAM, "--n", "10007", "--precision", "double", "--repeats", "1"});

  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

}  // namespace
