#include "ch12_streams/priorities/priorities.h"

#include "common/check.h"
#include "common/owners.h"
#include "common/testing.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace priorities;

TEST(Priorities, StreamsHaveThem) {
  const Range all = range();
  const Streams streams;
  int of_queue = 99, of_like_it = 99, of_first = 99;
  check(cudaStreamGetPriority(streams.queue, &of_queue));
  check(cudaStreamGetPriority(streams.like_it, &of_like_it));
  check(cudaStreamGetPriority(streams.first, &of_first));
  EXPECT_EQ(of_queue, all.least);
  EXPECT_EQ(of_like_it, all.least);
  EXPECT_EQ(of_first, all.greatest);
  EXPECT_LT(all.greatest, all.least) << "less is more urgent";
}

class PrioritiesRung : public testing::TestWithParam<int> {};

TEST_P(PrioritiesRung, QueueAndUrgentKernelAreRight) {
  for (const Load load : {Load{1, 1, 3}, Load{5, 1, 0}, Load{3, 4, 7}}) {
    const auto bulk = random_integers<std::uint32_t>(load.elements(), 0, 0xffffffff, test_seed());
    const auto urgent = random_integers<std::uint32_t>(block_size, 0, 0xffffffff, test_seed() + 1);
    Guarded<std::uint32_t> d_bulk(bulk), d_urgent(urgent);
    check(cudaDeviceSynchronize());
    const Streams streams;
    ladder()[GetParam()].run(load, {d_bulk.data(), d_urgent.data()}, streams);
    check(cudaEventSynchronize(streams.done));
    const std::vector<std::uint32_t> urgent_after = d_urgent.to_host();  // done: its result is there
    check(cudaDeviceSynchronize());
    const std::vector<std::uint32_t> bulk_after = d_bulk.to_host();
    for (std::size_t i = 0; i < bulk.size(); ++i)
      ASSERT_EQ(bulk_after[i], Lcg{}.jumped(bulk[i], std::uint64_t(load.kernels) * load.steps)) << i;
    for (std::size_t i = 0; i < urgent.size(); ++i)
      ASSERT_EQ(urgent_after[i], Lcg{}.jumped(urgent[i], urgent_steps)) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, PrioritiesRung, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

// When the urgent result is there, in ms after the queue was full.
double urgent_after(const Rung& rung) {
  const Load load{64 * multiprocessors(), 8, 20'000};
  DeviceBuffer<std::uint32_t> d_bulk(load.elements()), d_urgent(block_size);
  d_bulk.fill_bytes(1);
  d_urgent.fill_bytes(1);
  const Streams streams;
  std::vector<double> ms;
  for (int run = 0; run < 5; ++run) {
    check(cudaDeviceSynchronize());
    const CpuTimer timer;
    rung.run(load, {d_bulk.data(), d_urgent.data()}, streams);
    check(cudaEventSynchronize(streams.done));
    ms.push_back(timer.ms());
  }
  check(cudaDeviceSynchronize());
  return median(ms);
}

TEST(Priorities, TheUrgentStreamComesBeforeTheQueueEndsOnHardware) {
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  if (watched()) GTEST_SKIP() << "a tool makes kernels wait";
  EXPECT_LT(urgent_after(ladder()[2]), urgent_after(ladder()[0]) / 2);
}

TEST(PrioritiesProgram, ShowsEveryWay) {
  const Ended ended = run_program({PROGRAM, "--blocks", "1", "--kernels", "2", "--steps", "3", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(PrioritiesProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--blocks=0", "--kernels=0", "--steps=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
