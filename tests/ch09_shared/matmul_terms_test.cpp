// Small integers in floating point: every order of adding gives the same sums, so the tests are exact.
#include "ch09_shared/matmul_terms/matmul_terms.h"

#include "tests/ch09_shared/matmul_cases.h"

namespace {

using namespace matmul_terms;

template <typename Real>
void expect_combined(Shape shape, Factors<Real> factors) {
  const auto a = random_integers<Real>(shape.rows * shape.inner, -9, 9, test_seed());
  const auto b = random_integers<Real>(shape.inner * shape.cols, -9, 9, test_seed() + 1);
  const auto c = random_integers<Real>(shape.rows * shape.cols, -9, 9, test_seed() + 2);
  const auto expected = combined_cpu(a, b, c, shape, factors);
  const Guarded<Real> d_a(a), d_b(b), d_before(c);
  for (const auto& rung : ladder<Real>()) {
    SCOPED_TRACE(rung.name);
    Guarded<Real> d_c = poisoned<Real>(c.size()), d_scratch = poisoned<Real>(c.size());
    rung.run(d_a.data(), d_b.data(), d_before.data(), d_c.data(), d_scratch.data(), shape, factors);
    EXPECT_EQ(d_c.to_host(), expected);
    EXPECT_EQ(d_before.to_host(), c) << "the input was changed";
    EXPECT_EQ(d_a.to_host(), a) << "the input was changed";
    EXPECT_EQ(d_b.to_host(), b) << "the input was changed";

    Guarded<Real> d_in_place(c);  // as BLAS has it
    rung.run(d_a.data(), d_b.data(), d_in_place.data(), d_in_place.data(), d_scratch.data(), shape, factors);
    EXPECT_EQ(d_in_place.to_host(), expected) << "in place";
  }
}

class MatmulTerms : public testing::TestWithParam<Shape> {};

TEST_P(MatmulTerms, MatchReferenceInFloatAndDouble) {
  expect_combined<float>(GetParam(), {3, -2});
  if (!sanitized()) expect_combined<double>(GetParam(), {-1, 4});
}

INSTANTIATE_TEST_SUITE_P(Shapes, MatmulTerms, testing::ValuesIn(product::awkward_shapes()),
                         [](const auto& info) { return product::name_of(info.param); });

TEST(MatmulTerms, FactorsOfZeroAndOne) {
  if (sanitized()) GTEST_SKIP() << "the same kernels as above";
  for (const auto& [alpha, beta] : {std::pair{1.0f, 0.0f}, {0.0f, 1.0f}, {0.0f, 0.0f}, {1.0f, 1.0f}})
    expect_combined<float>({33, 17, 40}, {alpha, beta});
}

// By hand: 2 * (1 * 3 + 2 * 4) + 10 * 5 = 72.
TEST(MatmulTermsReference, IsWhatOneComputesByHand) {
  EXPECT_EQ(combined_cpu<float>({1, 2}, {3, 4}, {5}, {1, 2, 1}, {2, 10}), std::vector<float>{72});
}

TEST(MatmulTerms, ZeroTimesNaNIsOnlySkippedByTheLastRung) {
  const std::vector<float> ones(9, 1), nan(9, std::numeric_limits<float>::quiet_NaN());
  const Guarded<float> d_a(ones), d_b(ones);
  for (const auto& rung : ladder<float>()) {
    Guarded<float> d_c(nan), d_scratch = poisoned<float>(9);
    rung.run(d_a.data(), d_b.data(), d_c.data(), d_c.data(), d_scratch.data(), {3, 3, 3}, {2, 0});
    for (const float value : d_c.to_host()) {
      if (rung.name == std::string("zero_skipped")) {
        EXPECT_EQ(value, 6) << rung.name;
      } else {
        EXPECT_NE(value, value) << rung.name;
      }
    }
  }
}

TEST(MatmulTermsProgram, ShowsEveryRungAndWhatNaNDoes) {
  const Ended ended = run_program({PROGRAM, "--n", "70", "--inner", "33", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  EXPECT_NE(ended.out.find("zero_skipped 4;"), std::string::npos) << ended.out;
}

TEST(MatmulTermsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--inner=-1", "--alpha=x"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
