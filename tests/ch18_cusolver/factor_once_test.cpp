// What each step leaves of its equation is bounded. A step that used another right side would leave far more.
#include "ch18_cusolver/factor_once/factor_once.h"

#include <algorithm>
#include <cmath>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace factor_once;

class FactorOnce : public testing::TestWithParam<int> {
 protected:
  std::vector<double> solved(const std::vector<double>& a, const std::vector<double>& start, int n, int steps) {
    const Handles handles;
    Memory memory(handles, n);
    std::vector<double> xs(std::size_t(n) * (steps + 1), NAN);
    std::copy(start.begin(), start.end(), xs.begin());
    const Guarded<double> d_a(a);
    Guarded<double> d_xs(xs);
    ladder()[GetParam()].run(handles, d_a.data(), d_xs.data(), n, steps, memory);
    check(cudaDeviceSynchronize());
    EXPECT_EQ(d_a.to_host(), a) << "the matrix was changed";
    xs = d_xs.to_host();
    EXPECT_TRUE(std::equal(start.begin(), start.end(), xs.begin())) << "the first column was changed";
    return xs;
  }
};

TEST_P(FactorOnce, EveryStepSolvesItsEquations) {
  for (const int n : all_or_few<int>({1, 2, 3, 31, 32, 33, 100}, {2, 33})) {
    const std::vector<double> a = near_the_unit_matrix(n, test_seed());
    const std::vector<double> start = random_reals<double>(n, -1, 1, test_seed() + 1);
    for (const int steps : {1, 4})
      EXPECT_LE(residual_cpu(a, solved(a, start, n, steps), n, steps), residual_bound(n)) << n << ", " << steps;
  }
}

// By hand: [0 2; 1 0], whose rows must be exchanged. (4, 6) comes from (6, 2), and that from (2, 3).
TEST_P(FactorOnce, KnownAnswer) {
  const std::vector<double> xs = solved({0, 1, 2, 0}, {4, 6}, 2, 2);
  const double expected[] = {4, 6, 6, 2, 2, 3};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(xs[i], expected[i], 1e-14) << i;
}

TEST_P(FactorOnce, ASingularMatrixIsNamed) {
  try {
    solved({1, 2, 2, 4}, {1, 1}, 2, 1);
    ADD_FAILURE() << "no error";
  } catch (const LibraryError& error) {
    EXPECT_NE(std::string(error.what()).find("devInfo 2: the matrix is singular"), std::string::npos) << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, FactorOnce, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(FactorOnceResidual, IsThatOfTheDefinition) {
  // A = (2), b = 1, x = 1: |2 - 1| / (2 * 1 + 1).
  EXPECT_DOUBLE_EQ(residual_cpu({2}, {1, 1}, 1, 1), 1.0 / 3);
  EXPECT_EQ(residual_cpu({2}, {1, 0.5}, 1, 1), 0);
  EXPECT_TRUE(std::isnan(residual_cpu({2}, {1, NAN}, 1, 1)));
}

TEST(FactorOnceProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "33", "--steps", "3"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  for (const char* option : {"--n=0", "--steps=0", "--n=1e9"}) EXPECT_EQ(run_program({PROGRAM, option}).status, 2);
}

}  // namespace
