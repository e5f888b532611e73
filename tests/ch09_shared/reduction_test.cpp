// Small integers in floating point: every order of adding gives the same sum, so the test is exact.
#include "ch09_shared/reduction/reduction.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
void expect_sums_match_reference(const reduction::Rung<Real>& rung, std::size_t n) {
  const std::vector<Real> x = random_integers<Real>(n, -9, 9, test_seed());
  const Guarded<Real> d_x(x);
  Guarded<Real> d_partial = poisoned<Real>(reduction::partial_size(n)), d_sum = poisoned<Real>(1);

  rung.run(d_x.data(), d_partial.data(), d_sum.data(), n);

  EXPECT_EQ(d_sum.to_host()[0], reduction::sum_cpu(x));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

class Reduction : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Reduction, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  expect_sums_match_reference(reduction::ladder<float>()[rung], n);
  expect_sums_match_reference(reduction::ladder<double>()[rung], n);
}

// Including the last one: a rung that reads an element twice, or never, is off by one.
TEST_P(Reduction, EveryElementCountsOnce) {
  const auto [rung, n] = GetParam();
  const Guarded<float> d_x(std::vector<float>(n, 1.0f));
  Guarded<float> d_partial = poisoned<float>(reduction::partial_size(n)), d_sum = poisoned<float>(1);

  reduction::ladder<float>()[rung].run(d_x.data(), d_partial.data(), d_sum.data(), n);

  EXPECT_EQ(d_sum.to_host()[0], static_cast<float>(n));
}

TEST_P(Reduction, NaNReachesTheSum) {
  const auto [rung, n] = GetParam();
  if (n == 0) GTEST_SKIP() << "there is no element to be NaN";
  std::vector<float> x(n, 1.0f);
  x[n - 1] = std::numeric_limits<float>::quiet_NaN();
  const Guarded<float> d_x(x);
  Guarded<float> d_partial = poisoned<float>(reduction::partial_size(n)), d_sum = poisoned<float>(1);

  reduction::ladder<float>()[rung].run(d_x.data(), d_partial.data(), d_sum.data(), n);

  EXPECT_TRUE(std::isnan(d_sum.to_host()[0]));
}

INSTANTIATE_TEST_SUITE_P(Ladder, Reduction, every_rung_and_size(reduction::ladder<float>()),
                         name_rung_and_size(reduction::ladder<float>()));

// Enough elements that each thread of the largest grid does all of its loads at once, and then loops again.
TEST(ReductionRounds, EveryLoadIsAdded) {
  if (watched()) GTEST_SKIP() << "too long under a tool";
  for (const auto& rung : reduction::ladder<float>()) {
    SCOPED_TRACE(rung.name);
    expect_sums_match_reference(rung, 5'000'011);
  }
}

TEST(ReductionPeers, MatchReference) {
  if (reduction::peers<float>().empty()) GTEST_SKIP() << "no library here to compare with";
  for (const std::size_t n : {1, 257, 1000003}) {
    for (const auto& peer : reduction::peers<float>()) expect_sums_match_reference(peer, n);
    for (const auto& peer : reduction::peers<double>()) expect_sums_match_reference(peer, n);
  }
}

TEST(ReductionProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "10001", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  for (const auto& rung : reduction::ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
}

TEST(ReductionProgram, AnswersBadInputWithOneLine) {
  for (const char* n : {"-1", "many", "1e30"}) {
    const Ended ended = run_program({PROGRAM, "--n", n});
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
