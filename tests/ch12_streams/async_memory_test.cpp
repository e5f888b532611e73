#include "ch12_streams/async_memory/async_memory.h"

#include <cstdio>
#include <fstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace async_memory;

bool has_pools() {
  int answer = 0;
  check(cudaDeviceGetAttribute(&answer, cudaDevAttrMemoryPoolsSupported, 0));
  return answer != 0;
}

class AsyncMemory : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(AsyncMemory, EveryStepIsAdded) {
  if (!has_pools()) GTEST_SKIP() << "this device has no memory pools";
  const auto [rung, n] = GetParam();
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed());
  const Guarded<std::uint32_t> d_x(x);
  Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(n + 256);
  const Stream stream;
  const Pools pools;
  check(cudaDeviceSynchronize());
  for (const int steps : {1, 3}) {
    ladder()[rung].run({d_x.data(), d_y.data(), n, steps}, stream, pools);
    check(cudaDeviceSynchronize());
    std::vector<std::uint32_t> all = expected(x, steps);
    all.resize(n + 256, ~0u);  // past the end
    EXPECT_EQ(d_y.to_host(), all);
  }
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Ladder, AsyncMemory, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

TEST(AsyncMemoryPool, KeepsOrReturnsAsItsThresholdSays) {
  if (!has_pools()) GTEST_SKIP() << "this device has no memory pools";
  const Stream stream;
  const Pools pools;
  DeviceBuffer<std::uint32_t> x(1 << 20), y(1 << 20);
  x.fill_bytes(1);
  check(cudaDeviceSynchronize());
  const Job job{x.data(), y.data(), x.size(), 2};
  rung_called("pool_returning", ladder()).run(job, stream, pools);
  rung_called("pool_keeping", ladder()).run(job, stream, pools);
  check(cudaDeviceSynchronize());
  const auto reserved = [](cudaMemPool_t pool) {
    std::uint64_t bytes = 0;
    check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &bytes));
    return bytes;
  };
  EXPECT_EQ(reserved(pools.returning), 0u);
  EXPECT_GE(reserved(pools.keeping), x.bytes());
}

TEST(AsyncMemoryProgram, WritesItsCurves) {
  const std::string csv = temporary_file("memory.csv"), svg = temporary_file("memory.svg");
  const Ended ended =
      run_program({PROGRAM, "--n", "10000", "--steps", "2", "--repeats", "1", "--csv", csv, "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::ifstream table(csv);
  std::vector<std::string> lines;
  for (std::string line; std::getline(table, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 3u) << "1024 and 8192 elements";
  EXPECT_EQ(lines[0], "scratch memory (bytes),malloc_each,pool_returning,pool_keeping,malloc_once");
  EXPECT_EQ(lines[2].substr(0, 6), "32768,");
  EXPECT_TRUE(std::ifstream(svg).good());
  std::remove(csv.c_str());
  std::remove(svg.c_str());
}

TEST(AsyncMemoryProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--steps=0", "--n=x"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
