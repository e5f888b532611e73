#include "ch18_cusolver/linear_solve/linear_solve.h"

#include <algorithm>
#include <cmath>

#include "common/owners.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace linear_solve;

// Symmetric and positive definite, or any.
std::vector<double> matrix(std::size_t n, bool positive) {
  std::vector<double> a = random_reals<double>(n * n, -1, 1, test_seed());
  for (std::size_t j = 0; j < n && positive; ++j) {
    for (std::size_t i = 0; i < j; ++i) a[i + j * n] = a[j + i * n];
    a[j + j * n] = static_cast<double>(n);
  }
  return a;
}

// What the rung returns, or the text of its error if it throws.
std::string error_of(const Rung& rung, const std::vector<double>& a, Shape shape) {
  const Handles handles;
  const DeviceBuffer<double> d_a(a), d_b(std::vector<double>(shape.rows, 1.0));
  DeviceBuffer<double> d_x(shape.cols);
  Memory memory(shape);
  try {
    rung.run(handles, d_a.data(), d_b.data(), d_x.data(), shape, memory);
  } catch (const LibraryError& error) {
    return error.what();
  }
  return "no error";
}

std::vector<double> solved(const Rung& rung, const std::vector<double>& a, const std::vector<double>& b, Shape shape) {
  const Stream stream;
  const Handles handles(stream);
  const Guarded<double> d_a(a), d_b(b);
  auto d_x = poisoned<double>(shape.cols);
  Memory memory(shape);
  if (sanitized_by("initcheck")) {  // cuSOLVER's geqrf reads words of its workspace before it writes them
    memory.work = DeviceBuffer<double>(1 << 18);
    memory.work.fill_bytes(0);
  }
  check(cudaDeviceSynchronize());  // what fills the arrays is in the default stream, for which others do not wait
  rung.run(handles, d_a.data(), d_b.data(), d_x.data(), shape, memory);
  stream.wait();
  // NaN is not equal to itself, and the spoilt triangle has some.
  const auto after = d_a.to_host();
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(after[i] == a[i] || std::isnan(a[i])) << "the matrix was changed";
  EXPECT_EQ(d_b.to_host(), b) << "the right side was changed";
  return d_x.to_host();
}

TEST(LinearSolve, RungsSolvePositiveDefiniteSystems) {
  for (const Rung& rung : ladder())
    for (const int n : all_or_few<int>({1, 2, 3, 31, 32, 33, 100}, {2, 33})) {
      const auto a = matrix(n, true), b = random_reals<double>(n, -1, 1, test_seed() + 1);
      EXPECT_LE(residual_cpu(a, b, solved(rung, a, b, {n, n}), {n, n}), residual_bound(n)) << rung.name << " " << n;
    }
}

// A matrix without structure: rows must be exchanged. refined stops after five steps, so no more is required of it.
TEST(LinearSolve, RungsSolveOtherSystems) {
  for (const Rung& rung : ladder()) {
    if (std::string(rung.name) == "cholesky") continue;
    for (const int n : all_or_few<int>({1, 2, 5, 32, 64}, {2, 32})) {
      auto a = matrix(n, false);
      if (n > 1) a[0] = 0;  // no elimination can begin here
      const auto b = random_reals<double>(n, -1, 1, test_seed() + 1);
      EXPECT_LE(residual_cpu(a, b, solved(rung, a, b, {n, n}), {n, n}), residual_bound(n)) << rung.name << " " << n;
    }
  }
}

TEST(LinearSolve, CholeskyReadsTheLowerTriangle) {
  constexpr int n = 20;
  const auto a = matrix(n, true), b = random_reals<double>(n, -1, 1, test_seed() + 1);
  auto half = a;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i) half[i + j * n] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_LE(residual_cpu(a, b, solved(ladder()[1], half, b, {n, n}), {n, n}), residual_bound(n));
}

TEST(LinearSolve, QrFindsTheNearestAnswer) {
  for (const Shape shape : all_or_few<Shape>({{2, 1}, {5, 5}, {33, 7}, {200, 40}}, {{33, 7}})) {
    const auto a = random_reals<double>(std::size_t(shape.rows) * shape.cols, -1, 1, test_seed());
    const auto b = random_reals<double>(shape.rows, -1, 1, test_seed() + 1);
    const auto x = solved(ladder()[2], a, b, shape);
    EXPECT_LE(normal_residual_cpu(a, b, x, shape), residual_bound(shape.rows)) << shape.rows << " * " << shape.cols;
  }
}

// By hand: x + y = 3, x - y = 1, and the mean of 1, 2 and 6.
TEST(LinearSolve, KnownAnswers) {
  for (const Rung& rung : ladder()) {
    if (std::string(rung.name) == "cholesky") continue;
    const auto x = solved(rung, {1, 1, 1, -1}, {3, 1}, {2, 2});
    EXPECT_NEAR(x[0], 2, 1e-14) << rung.name;
    EXPECT_NEAR(x[1], 1, 1e-14) << rung.name;
  }
  EXPECT_NEAR(solved(ladder()[2], {1, 1, 1}, {1, 2, 6}, {3, 1})[0], 3, 1e-14);
}

// Single precision has about seven digits: the first step reduces the residual by a factor of 10^4 to 10^10, and the
// later ones reach double precision.
TEST(LinearSolve, RefinementGainsDigits) {
  constexpr int n = 64;
  const auto a = matrix(n, true), b = random_reals<double>(n, -1, 1, test_seed() + 1);
  const Handles handles;
  const DeviceBuffer<double> d_a(a), d_b(b);
  DeviceBuffer<double> d_x(n);
  Memory memory({n, n});
  const auto left = refine(handles, d_a.data(), d_b.data(), d_x.data(), {n, n}, memory);
  ASSERT_EQ(left.size(), refinement_steps + 1u);
  double largest = 0;
  for (const double v : b) largest = std::max(largest, std::abs(v));
  EXPECT_EQ(left[0], largest) << "x begins with 0";
  EXPECT_GT(left[1], 1e-10 * left[0]);
  EXPECT_LT(left[1], 1e-4 * left[0]);
  EXPECT_LT(left[2], 1e-4 * left[1]);
  EXPECT_LT(left.back(), 1e-14);
}

TEST(LinearSolve, ResidualsAreThoseOfTheDefinition) {
  // |b - A x| = |(1, 2) - (1, 7)| = 5, |A| = 7, |x| = 1, |b| = 2
  EXPECT_DOUBLE_EQ(residual_cpu({1, 3, 0, 4}, {1, 2}, {1, 1}, {2, 2}), 5.0 / 9);
  // A' (0, -5) = (-15, -20); the columns' sums are 4 and 4
  EXPECT_DOUBLE_EQ(normal_residual_cpu({1, 3, 0, 4}, {1, 2}, {1, 1}, {2, 2}), 20.0 / (4 * 9));
  EXPECT_TRUE(std::isnan(residual_cpu({1}, {1}, {NAN}, {1, 1})));
}

TEST(LinearSolve, MatricesThatAMethodCannotTakeAreNamed) {
  constexpr int n = 9;
  auto singular = matrix(n, true), indefinite = singular;
  for (int i = 0; i < n; ++i) singular[i + 4 * n] = 0;
  indefinite[6 + 6 * n] = -1;
  for (const Rung& rung : ladder()) {
    const std::string name = rung.name;
    if (name == "lu" || name == "refined") {
      const std::string error = error_of(rung, singular, {n, n});
      EXPECT_NE(error.find("devInfo 5: the matrix is singular"), std::string::npos) << error;
      EXPECT_EQ(count_lines(error + "\n"), 1);
    }
  }
  const std::string error = error_of(ladder()[1], indefinite, {n, n});
  EXPECT_NE(error.find("cusolverDnDpotrf: devInfo 7: the matrix is not positive definite"), std::string::npos) << error;
  EXPECT_NE(error.find("(step 7)"), std::string::npos) << error;
}

TEST(LinearSolve, WrongArgumentsGiveTheLibrarysStatus) {
  int size = 0;
  try {
    check(cusolverDnDgetrf_bufferSize(nullptr, 3, 3, nullptr, 3, &size));
    ADD_FAILURE() << "no handle is taken for one";
  } catch (const LibraryError& error) {
    EXPECT_EQ(error.name, "CUSOLVER_STATUS_NOT_INITIALIZED");
  }
  try {
    check_info(-3, "cusolverDnDgetrf", "");
    ADD_FAILURE() << "a negative devInfo is taken";
  } catch (const LibraryError& error) {
    EXPECT_NE(std::string(error.what()).find("cusolverDnDgetrf: devInfo -3: argument 3 is wrong"), std::string::npos);
  }
}

TEST(LinearSolveProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--repeats", "1", "--n", "33", "--rows", "40", "--cols", "5"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(LinearSolveProgram, EndsWithOneLineAboutTheMatrix) {
  const Ended singular = run_program({PROGRAM, "--n", "10", "--singular"});
  if (singular.status == 77) GTEST_SKIP() << singular.err;
  EXPECT_EQ(singular.status, 3);
  EXPECT_EQ(count_lines(singular.err), 1) << singular.err;
  EXPECT_NE(singular.err.find("the matrix is singular: a pivot is 0 (step 6)"), std::string::npos) << singular.err;
  const Ended indefinite = run_program({PROGRAM, "--n", "10", "--indefinite"});
  EXPECT_EQ(indefinite.status, 3);
  EXPECT_EQ(count_lines(indefinite.err), 1) << indefinite.err;
  EXPECT_NE(indefinite.err.find("a leading minor is not positive (step 6)"), std::string::npos) << indefinite.err;
}

TEST(LinearSolveProgram, RefusesTooFewEquationsInOneLine) {
  const Ended ended = run_program({PROGRAM, "--rows", "3", "--cols", "4"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
