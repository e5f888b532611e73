// The numbers are exact. How many blocks were there at once depends on the device, but it has bounds.
#include "ch12_streams/resident_grids/resident_grids.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace resident_grids;

class ResidentGrids : public testing::TestWithParam<int> {
 protected:
  Running run(int blocks, int steps, int times) {
    const std::size_t n = std::size_t(blocks) * block_size;
    const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed());
    const Guarded<std::uint32_t> d_x(x);
    Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(n);
    DeviceBuffer<Running> d_running(std::vector<Running>{{0, 0}});
    check(cudaDeviceSynchronize());
    const auto all = ladder()[GetParam()].prepared(d_x.data(), d_y.data(), blocks, steps, d_running.data());
    for (int t = 0; t < times; ++t) {
      all();
      check(cudaDeviceSynchronize());
    }
    const std::vector<std::uint32_t> y = d_y.to_host();
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(y[i], Lcg{}.jumped(x[i], steps)) << i;
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    return d_running.to_host()[0];
  }
};

TEST_P(ResidentGrids, EveryBlockTakesItsStepsAndIsCounted) {
  for (const int blocks : all_or_few<int>({1, 2, 31, 130}, {2})) {
    for (const int steps : {0, 1, 77}) {
      const Running running = run(blocks, steps, 2);
      EXPECT_EQ(running.now, 0u) << "every block that has begun has ended";
      EXPECT_GE(running.most, 1u);
      EXPECT_LE(running.most, static_cast<unsigned>(blocks));
    }
  }
}

TEST_P(ResidentGrids, NoMoreThan128AreThereAtOnce) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (watched()) GTEST_SKIP() << "a tool makes kernels wait";
  if (std::string(ladder()[GetParam()].name) == "one_grid") {
    EXPECT_EQ(run(64, 3'000'000, 1).most, 64u) << "64 blocks of a warp fit on any device";
  } else {
    EXPECT_LE(run(300, 3'000'000, 1).most, 128u);
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, ResidentGrids, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(ResidentGridsProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--blocks", "33", "--steps", "9", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  EXPECT_NE(ended.out.find("\n32 "), std::string::npos) << ended.out;
}

TEST(ResidentGridsProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--blocks=0", "--blocks=321", "--steps=-1"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
