// Every new temperature is one sum, one product and one fused multiply-add: results are compared exactly.
#include "ch11_warps/grid_sync/grid_sync.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

class GridSync : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(GridSync, HeatSpreadsAsOnTheCpu) {
  if (!grid_sync::cooperative_launch_supported()) GTEST_SKIP() << "no cooperative launches on this device";
  const auto [rung, n] = GetParam();
  for (const int steps : {0, 1, 2, 7}) {
    const auto t = random_reals<float>(n, 0, 100, test_seed());
    Guarded<float> d_t(t), d_scratch = poisoned<float>(n);

    grid_sync::ladder()[rung].spread(d_t.data(), d_scratch.data(), n, steps);

    EXPECT_EQ(d_t.to_host(), grid_sync::spread_cpu(t, steps)) << steps << " steps";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, GridSync,
                         testing::Combine(testing::Range(0, static_cast<int>(std::size(grid_sync::ladder()))),
                                          testing::Values(0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1023, 10007)),
                         name_rung_and_size(grid_sync::ladder()));

TEST(GridSyncProgram, IsRightAndRejectsANegativeCount) {
  const Ended ended = run_program({PROGRAM, "--n", "1000", "--steps", "9", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const Ended refused = run_program({PROGRAM, "--steps", "-3"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(count_lines(refused.err), 1) << refused.err;
}

}  // namespace
