// Sums are exact. The wish is an attribute of the kernel, which can be read back; what it does, only a GPU shows.
#include "ch06_memory/carve_out/carve_out.h"

#include "common/testing.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace carve_out;

class CarveOut : public testing::TestWithParam<int> {};

TEST_P(CarveOut, ReadsEveryWordInEveryPass) {
  const Rung& rung = ladder()[GetParam()];
  for (const int blocks : {1, 3}) {
    for (const int kb : {1, 16, 17}) {
      for (const int passes : {0, 1, 3}) {
        const std::vector<std::uint32_t> x =
            random_integers<std::uint32_t>(blocks * kb * words_per_kb, 0, 0xffffffff, test_seed());
        const Guarded<std::uint32_t> d_x(x);
        Guarded<std::uint32_t> d_sums = poisoned<std::uint32_t>(blocks);
        rung.run(d_x.data(), d_sums.data(), blocks, kb, passes);
        EXPECT_EQ(d_sums.to_host(), sums_cpu(x, blocks, kb, passes)) << blocks << " x " << kb << " KB x " << passes;
        EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
        EXPECT_EQ(wish_of_kernel(), rung.percent);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, CarveOut, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

TEST(CarveOutOnAGpu, WhatFitsIntoL1IsReadFaster) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (watched()) GTEST_SKIP() << "a tool makes kernels wait";
  cudaDeviceProp device;
  check(cudaGetDeviceProperties(&device, 0));
  if (device.sharedMemPerMultiprocessor < 160 * 1024) GTEST_SKIP() << "so little memory that both wishes are close";
  const int blocks = multiprocessors(), kb = 96, passes = 200;
  const DeviceBuffer<std::uint32_t> d_x(std::vector<std::uint32_t>(blocks * kb * words_per_kb, 1));
  DeviceBuffer<std::uint32_t> d_sums(blocks);
  const auto reading = [&](const char* name) {
    const Rung& rung = rung_called(name, ladder());
    return [&, run = rung.run] { run(d_x.data(), d_sums.data(), blocks, kb, passes); };
  };
  EXPECT_GT(alternating_ratio(reading("most_l1"), reading("most_shared"), 5).median, 1.25);
}

TEST(CarveOutProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--kb", "32", "--passes", "2", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(CarveOutProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--kb=8", "--kb=257", "--passes=0"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
