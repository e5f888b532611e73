// Every step is one fused multiply-add, which rounds once wherever it runs: results are compared exactly.
#include "ch11_warps/divergence/divergence.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

class Divergence : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(Divergence, EveryElementTakesItsPath) {
  const auto [number, n] = GetParam();
  const auto& rung = divergence::ladder()[number];
  const auto x = random_reals<float>(n, 0, 1, test_seed());
  const Guarded<float> d_x(x);
  Guarded<float> d_y = poisoned<float>(n);

  rung.run(d_x.data(), n, d_y.data());

  EXPECT_EQ(d_y.to_host(), divergence::walk_cpu(rung, x));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Ladder, Divergence,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(divergence::ladder()))),
                                          testing::Values(0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1023, 10007)),
                         name_rung_and_size(divergence::ladder()));

TEST(DivergenceProgram, IsRightAndRejectsANegativeCount) {
  EXPECT_EQ(run_program({PROGRAM, "--n", "1000", "--repeats", "1"}).status, 0);
  const Ended refused = run_program({PROGRAM, "--n", "-3"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(count_lines(refused.err), 1) << refused.err;
}

}  // namespace
