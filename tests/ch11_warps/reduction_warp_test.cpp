// Small whole numbers in floating point: every order of adding gives the same sum, so the test is exact.
#include "ch11_warps/reduction_warp/reduction_warp.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "common/testing.h"
#include "common/values.h"

namespace {

template <typename Real>
Real sum_of(const sum::Rung<Real>& rung, const std::vector<Real>& x) {
  const Guarded<Real> d_x(x);
  Guarded<Real> d_partial = poisoned<Real>(reduction_warp::partial_size(x.size())), d_sum = poisoned<Real>(1);

  rung.run(d_x.data(), d_partial.data(), d_sum.data(), x.size());

  const std::vector<Real> after = d_x.to_host();
  EXPECT_TRUE(x.empty() || std::memcmp(after.data(), x.data(), x.size() * sizeof(Real)) == 0)  // NaN != NaN
      << "the input was changed";
  return d_sum.to_host()[0];
}

class ReductionWarp : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(ReductionWarp, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  const auto floats = random_integers<float>(n, -9, 9, test_seed());
  const auto doubles = random_integers<double>(n, -9, 9, test_seed());

  EXPECT_EQ(sum_of(reduction_warp::ladder<float>()[rung], floats), sum::run_cpu(floats));
  EXPECT_EQ(sum_of(reduction_warp::ladder<double>()[rung], doubles), sum::run_cpu(doubles));
}

TEST_P(ReductionWarp, NaNReachesTheSum) {
  const auto [rung, n] = GetParam();
  if (n == 0) GTEST_SKIP() << "there is no element to be NaN";
  std::vector<float> x(n, 1.0f);
  x[n / 2] = std::numeric_limits<float>::quiet_NaN();

  EXPECT_TRUE(std::isnan(sum_of(reduction_warp::ladder<float>()[rung], x)));
}

TEST_P(ReductionWarp, ErrorOfRealsStaysBelowTheBound) {
  const auto [rung, n] = GetParam();
  const auto x = random_reals<float>(n, 0, 1, test_seed());

  const double sum = sum_of(reduction_warp::ladder<float>()[rung], x);

  EXPECT_TRUE(within(sum, sum::run_cpu(x), reduction_warp::error_bound<float> * sum::run_cpu(x)));
}

INSTANTIATE_TEST_SUITE_P(Ladder, ReductionWarp, every_rung_and_size(reduction_warp::ladder<float>()),
                         name_rung_and_size(reduction_warp::ladder<float>()));

TEST(ReductionWarpProgram, RejectsANegativeCountInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});

  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

TEST(ReductionWarpProgram, IsRightInDoubleWithAnOddCount) {
  const Ended ended = run_program({PROGRAM, "--n", "10007", "--precision", "double", "--repeats", "1"});

  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
}

}  // namespace
