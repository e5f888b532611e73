// Sums modulo 2^32 and counts are exact: every rung against the CPU's, bit by bit.
#include "ch10_atomics/memory_order/memory_order.h"

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace memory_order;

// Around the number of workers: with more links than workers, a worker has several links.
constexpr int lengths[] = {0, 1, 2, 7, 8, 9, 31, 100};

class MemoryOrder : public testing::TestWithParam<int> {};

TEST_P(MemoryOrder, EveryLinkHoldsTheSumSoFar) {
  for (const int n : lengths) {
    const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 1'000'000, test_seed());
    const Guarded<std::uint32_t> d_x(x);
    Guarded<std::uint32_t> d_sum = poisoned<std::uint32_t>(n);  // poison is what `nothing` is
    Guarded<std::uint32_t> d_ready(std::vector<std::uint32_t>(n, 0));
    ladder()[GetParam()].run(d_x.data(), d_sum.data(), d_ready.data(), n);
    check(cudaDeviceSynchronize());
    EXPECT_EQ(d_sum.to_host(), sums_cpu(x)) << n << " links";
    EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, MemoryOrder, testing::Range(0, static_cast<int>(std::size(ladder()))),
                         [](const auto& info) { return std::string(ladder()[info.param].name); });

class MemoryOrderIncrements : public testing::TestWithParam<int> {};

TEST_P(MemoryOrderIncrements, EveryIncrementCountsOnce) {
  for (const std::size_t n : {0, 1, 31, 33, 255, 256, 257, 10003}) {
    for (const int turns : {0, 1, 5}) {
      std::vector<std::uint32_t> counter = random_integers<std::uint32_t>(n, 0, 1000, test_seed());
      Guarded<std::uint32_t> d_counter(counter);
      increments()[GetParam()].run(d_counter.data(), n, turns);
      check(cudaDeviceSynchronize());
      for (std::uint32_t& count : counter) count += turns;
      EXPECT_EQ(d_counter.to_host(), counter) << n << " counters, " << turns << " turns";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, MemoryOrderIncrements, testing::Range(0, static_cast<int>(std::size(increments()))),
                         [](const auto& info) { return "rung_" + std::to_string(info.param); });

TEST(MemoryOrderProgram, ShowsEveryRungAndIsRight) {
  const Ended ended = run_program({PROGRAM, "--links", "20", "--n", "300", "--turns", "2", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
  for (const Increment& rung : increments()) EXPECT_NE(ended.out.find(rung.name), std::string::npos) << rung.name;
}

TEST(MemoryOrderProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--links=0", "--links=-1", "--turns=-1", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
