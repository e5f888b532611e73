#include "ch18_cusolver/sparse_solve/sparse_solve.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "common/cusparse.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace sparse_solve;

constexpr double tolerance = 1e-9;

// By how much the residual may exceed the tolerance: through rounding, the residual that conjugate gradients compute
// differs from the true one.
double bound(int side) {
  return tolerance + 1e-12 * condition(side);
}

TEST(SparseSolve, MatrixIsTheFivePointFormula) {
  const Csr a = poisson(2);  // 4 -1 -1 0; -1 4 0 -1; -1 0 4 -1; 0 -1 -1 4
  EXPECT_EQ(a.offsets, (std::vector<int>{0, 3, 6, 9, 12}));
  EXPECT_EQ(a.columns, (std::vector<int>{0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3}));
  EXPECT_EQ(a.values, (std::vector<double>{4, -1, -1, -1, 4, -1, -1, 4, -1, -1, -1, 4}));
  EXPECT_EQ(poisson(3).entries(), 9 + 4 * 6);
  EXPECT_NEAR(condition(2), 3, 1e-14);  // the eigenvalues are 2, 4, 4 and 6
}

TEST(SparseSolve, RungsSolve) {
  for (const Rung& rung : ladder())
    for (const int side : all_or_few<int>({1, 2, 3, 5, 16, 17, 20}, {2, 5})) {
      const Csr a = poisson(side);
      const auto b = random_reals<double>(a.rows(), -1, 1, test_seed());
      EXPECT_LE(residual_cpu(a, b, rung.run(a, b, tolerance).x), bound(side)) << rung.name << " " << side;
    }
}

// A matrix that is not Poisson's: another number of entries in each row.
TEST(SparseSolve, RungsSolveOtherSystems) {
  const Csr a = {{0, 1, 3, 6}, {0, 1, 2, 0, 1, 2}, {2, 5, 1, 0, 1, 3}};
  for (const Rung& rung : ladder()) {
    const auto x = rung.run(a, {4, 7, 5}, 1e-12).x;  // 2 x = 4; 5 y + z = 7; y + 3 z = 5
    EXPECT_NEAR(x[0], 2, 1e-11) << rung.name;
    EXPECT_NEAR(x[1], 8.0 / 7, 1e-11) << rung.name;
    EXPECT_NEAR(x[2], 9.0 / 7, 1e-11) << rung.name;
  }
}

// An eigenvector: one step is enough, and further ones must not change x.
TEST(SparseSolve, AnEigenvectorTakesOneStep) {
  const Csr a = poisson(2);
  for (const Rung& rung : ladder()) {
    const auto x = rung.run(a, {2, 2, 2, 2}, tolerance).x;
    for (const double v : x) EXPECT_NEAR(v, 1, 1e-14) << rung.name;
  }
}

TEST(SparseSolve, StepsAreWhatTheoryAllows) {
  for (const int side : all_or_few<int>({8, 16, 32}, {8})) {
    const Csr a = poisson(side);
    const auto b = random_reals<double>(a.rows(), -1, 1, test_seed());
    for (const Rung& rung : ladder()) {
      if (rung.run == dense || rung.run == direct) continue;
      const int steps = rung.run(a, b, tolerance).steps;
      // The residual's norm and the energy's differ by at most the root of the condition.
      EXPECT_LE(steps, steps_in_theory(side, tolerance / std::sqrt(condition(side))) + between) << rung.name;
      EXPECT_GT(steps, side / 2) << "so many steps does news need to cross the grid";
    }
  }
}

TEST(SparseSolve, StepsEndWithoutAnAnswerToo) {
  const Csr a = {{0, 1, 2}, {1, 0}, {1, 1}};  // symmetric, but not positive definite
  for (const Rung& rung : ladder()) {
    if (rung.run == dense || rung.run == direct) {
      EXPECT_THROW(rung.run(a, {1, -1}, tolerance), std::runtime_error) << rung.name;
    } else {
      EXPECT_LE(rung.run(a, {1, -1}, tolerance).steps, most_steps(a) + between) << rung.name;
    }
  }
  EXPECT_THROW(dense(poisson(142), std::vector<double>(142 * 142), tolerance), std::length_error);
}

TEST(SparseSolve, WrongArgumentsGiveTheLibrarysStatus) {
  try {
    CsrMatrix(-1, 3, 1, nullptr, nullptr, nullptr);
    ADD_FAILURE() << "a matrix of -1 rows is taken";
  } catch (const LibraryError& error) {
    EXPECT_EQ(error.name, "CUSPARSE_STATUS_INVALID_VALUE");
  }
}

TEST(SparseSolveProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--side", "8", "--dense", "4"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  EXPECT_NE(ended.out.find("more than 4 x 4"), std::string::npos);
}

TEST(SparseSolveProgram, RefusesAGridThatIsTooSmallInOneLine) {
  const Ended ended = run_program({PROGRAM, "--side", "3"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
