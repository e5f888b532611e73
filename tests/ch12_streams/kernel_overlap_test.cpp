#include "ch12_streams/kernel_overlap/kernel_overlap.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace kernel_overlap;

class KernelOverlap : public testing::TestWithParam<int> {};

TEST_P(KernelOverlap, EveryStreamTakesAllItsSteps) {
  for (const int count : all_or_few<int>({1, 2, 7, 32}, {2, 7})) {
    for (const Load load : {Load{1, 1, 3}, Load{2, 1, 5}, Load{1, 4, 3}, Load{2, 3, 0}}) {
      const std::vector<Stream> streams(count);
      const std::size_t n = load.elements() * count;
      const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed());
      const Guarded<std::uint32_t> d_x(x);
      Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(n + block_size);
      check(cudaDeviceSynchronize());
      ladder()[GetParam()].enqueue(load, streams, d_x.data(), d_y.data());
      check(cudaDeviceSynchronize());

      const std::vector<std::uint32_t> y = d_y.to_host();
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(y[i], Lcg{}.jumped(x[i], std::uint64_t(load.kernels) * load.steps)) << i << " of " << n;
      for (std::size_t i = n; i < y.size(); ++i) ASSERT_EQ(y[i], ~0u) << "past the end";
      EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, KernelOverlap, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(KernelOverlapCause, IsTheLeastLimit) {
  constexpr double none = std::numeric_limits<double>::infinity();
  EXPECT_STREQ(cause_of({8, 100, 32}).name, "all multiprocessors are busy");
  EXPECT_STREQ(cause_of({132, 50, none}).name, "launches one by one: the last stream starts late");
  EXPECT_STREQ(cause_of({132, 50, 8}).name, "chains share a queue to the device");
  EXPECT_EQ(cause_of({132, 50, 8}).limit, 8);
  EXPECT_STREQ(cause_of({132, 200, none}).name, "the device holds no more grids");
  EXPECT_EQ(cause_of({132, 200, none}).limit, 128);
}

TEST(KernelOverlapCause, LimitsFollowFromTheLoad) {
  unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
  const Limits one_block = limits_of(ladder()[0], {1, 1, 1}, 128, 132, 1.0, 0.0);
  EXPECT_EQ(one_block.processors, 132);
  EXPECT_EQ(one_block.launches, 128) << "launches that cost nothing let every stream run";
  EXPECT_EQ(one_block.queues, 128) << "single kernels never wait in a queue";
  EXPECT_EQ(limits_of(ladder()[0], {16, 1, 1}, 128, 132, 1.0, 0.01).processors, 8.25);
  EXPECT_EQ(limits_of(ladder()[0], {16, 1, 1}, 100, 132, 1.0, 0.01).launches, 50);
  // 16 chains per queue, and 3 kernels of each before the next may start: the time of 49 kernels instead of 4.
  EXPECT_EQ(limits_of(ladder()[0], {1, 4, 1}, 128, 132, 1.0, 0.0).queues, 128.0 * 4 / 49);
  EXPECT_EQ(limits_of(ladder()[1], {1, 4, 1}, 128, 132, 1.0, 0.0).queues, std::numeric_limits<double>::infinity());
}

TEST(KernelOverlapCause, ConnectionsComeFromTheEnvironment) {
  unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
  EXPECT_EQ(connections(), 8);
  for (const auto& [text, number] : {std::pair{"1", 1}, {"16", 16}, {"100", 32}, {"0", 8}, {"many", 8}}) {
    setenv("CUDA_DEVICE_MAX_CONNECTIONS", text, 1);
    EXPECT_EQ(connections(), number) << text;
  }
  unsetenv("CUDA_DEVICE_MAX_CONNECTIONS");
}

TEST(KernelOverlapProgram, WritesACurveForEachLoad) {
  const std::string csv = temporary_file("kernels.csv"), svg = temporary_file("kernels.svg");
  const Ended ended =
      run_program({PROGRAM, "--streams", "4", "--steps", "9", "--repeats", "1", "--csv", csv, "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::ifstream table(csv);
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 4u) << "1, 2 and 4 streams";
  EXPECT_EQ(lines[0], "streams,1 block,1/8 of the device,\"chains, stream after stream\",\"chains, in turn\"");
  EXPECT_EQ(lines[3].substr(0, 2), "4,");
  EXPECT_TRUE(std::ifstream(svg).good());
  std::remove(csv.c_str());
  std::remove(svg.c_str());
}

TEST(KernelOverlapProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--streams=0", "--streams=5000", "--steps=-1"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
