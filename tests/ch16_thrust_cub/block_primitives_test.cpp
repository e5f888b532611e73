// Small whole numbers in floating point: every order of adding gives the same sum, so the test is exact.
#include "ch16_thrust_cub/block_primitives/block_primitives.h"

#include <cmath>
#include <limits>

#include "common/testing.h"
#include "common/values.h"

namespace {

using block_primitives::ladder;

template <typename Real>
Real sum_of(const sum::Rung<Real>& rung, const std::vector<Real>& x) {
  const Guarded<Real> d_x(x);
  Guarded<Real> d_partial = poisoned<Real>(block_primitives::partial_size), d_sum = poisoned<Real>(1);
  rung.run(d_x.data(), d_partial.data(), d_sum.data(), x.size());
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  return d_sum.to_host()[0];
}

class BlockPrimitives : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(BlockPrimitives, SumsMatchReferenceInFloatAndDouble) {
  const auto [rung, n] = GetParam();
  if (watched() && n > 100'000) GTEST_SKIP() << "too long under a tool";
  const auto floats = random_odd_integers<float>(n, test_seed());
  const auto doubles = random_odd_integers<double>(n, test_seed());
  EXPECT_EQ(sum_of(ladder<float>()[rung], floats), sum::run_cpu(floats));
  EXPECT_EQ(sum_of(ladder<double>()[rung], doubles), sum::run_cpu(doubles));
}

INSTANTIATE_TEST_SUITE_P(Ladder, BlockPrimitives, every_rung_and_size(ladder<float>()),
                         name_rung_and_size(ladder<float>()));

// Around the tiles of block_load.
INSTANTIATE_TEST_SUITE_P(Tiles, BlockPrimitives,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(ladder<float>()))),
                                          testing::Values(4095, 4096, 4097, 12'289)),
                         name_rung_and_size(ladder<float>()));

TEST(BlockPrimitivesRungs, TakeNaNIntoTheSum) {
  std::vector<float> x(5000, 1.0f);
  for (const auto& rung : ladder<float>()) {
    const Guarded<float> d_x([&] {
      std::vector<float> with_nan = x;
      with_nan[4321] = std::numeric_limits<float>::quiet_NaN();
      return with_nan;
    }());
    Guarded<float> d_partial = poisoned<float>(block_primitives::partial_size), d_sum(std::vector<float>{0});
    rung.run(d_x.data(), d_partial.data(), d_sum.data(), x.size());
    EXPECT_TRUE(std::isnan(d_sum.to_host()[0])) << rung.name;
  }
}

TEST(BlockPrimitivesProgram, ShowsEveryRung) {
  for (const char* precision : {"single", "double"}) {
    const Ended ended = run_program({PROGRAM, "--n", "10001", "--repeats", "1", "--precision", precision});
    EXPECT_EQ(ended.status, 0) << ended.err;
    for (const auto& rung : ladder<float>()) EXPECT_NE(ended.out.find(rung.name), std::string::npos);
  }
}

TEST(BlockPrimitivesProgram, RejectsANegativeCountInOneLine) {
  const Ended ended = run_program({PROGRAM, "--n", "-1"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
}

}  // namespace
