#include "ch12_streams/dependent_launch/dependent_launch.h"

#include "common/owners.h"
#include "common/testing.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace dependent_launch;

class DependentLaunch : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (const std::string reason = lacking(ladder()[GetParam()].needs); !reason.empty()) GTEST_SKIP() << reason;
  }
};

TEST_P(DependentLaunch, TheSecondKernelSeesAllOfTheFirst) {
  for (const std::size_t n : {0, 1, 63, 64, 65, 1023, 65537}) {
    for (const int steps : {0, 1, 50}) {
      const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed());
      const Guarded<std::uint32_t> d_x(x);
      Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(n), d_z = poisoned<std::uint32_t>(n);
      ladder()[GetParam()].run(d_x.data(), d_y.data(), d_z.data(), n, steps);
      check(cudaDeviceSynchronize());
      EXPECT_EQ(d_z.to_host(), both_cpu(x, steps)) << n << " elements, " << steps << " steps";
      EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    }
  }
}

// Consecutive launches: a first kernel must not write y while the second kernel of the launch before still reads it.
TEST_P(DependentLaunch, ManyPairsInARowStayApart) {
  constexpr std::size_t n = 20000;
  Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(n);
  std::vector<Guarded<std::uint32_t>> inputs, results;
  std::vector<std::vector<std::uint32_t>> expected;
  for (unsigned pair = 0; pair < 8; ++pair) {
    const auto x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed() + pair);
    inputs.emplace_back(x);
    results.push_back(poisoned<std::uint32_t>(n));
    expected.push_back(both_cpu(x, 7));
  }
  check(cudaDeviceSynchronize());
  for (std::size_t pair = 0; pair < inputs.size(); ++pair)
    ladder()[GetParam()].run(inputs[pair].data(), d_y.data(), results[pair].data(), n, 7);
  check(cudaDeviceSynchronize());
  for (std::size_t pair = 0; pair < inputs.size(); ++pair) EXPECT_EQ(results[pair].to_host(), expected[pair]) << pair;
}

INSTANTIATE_TEST_SUITE_P(Ladder, DependentLaunch, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(DependentLaunchTime, AnEarlyTriggerOverlapsOnHardware) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (const std::string reason = lacking(ladder()[3].needs); !reason.empty()) GTEST_SKIP() << reason;
  if (watched()) GTEST_SKIP() << "a tool makes kernels wait";
  const std::size_t n = std::size_t(multiprocessors()) * block_size;
  DeviceBuffer<std::uint32_t> x(n), y(n), z(n);
  x.fill_bytes(1);
  const auto pair = [&](const Rung& rung) {
    return [&, run = rung.run] { run(x.data(), y.data(), z.data(), n, 20'000); };
  };
  EXPECT_GT(alternating_ratio(pair(ladder()[3]), pair(ladder()[0]), 11).median, 1 / 0.75);
}

TEST(DependentLaunchProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--steps", "3", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(DependentLaunchProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--blocks=0", "--steps=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
