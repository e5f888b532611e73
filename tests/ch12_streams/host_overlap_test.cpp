#include "ch12_streams/host_overlap/host_overlap.h"

#include <algorithm>
#include <cstdio>
#include <fstream>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace host_overlap;

class HostOverlap : public testing::TestWithParam<std::tuple<int, std::size_t>> {};

TEST_P(HostOverlap, BothSharesAreDone) {
  const auto [rung, n] = GetParam();
  const std::vector<std::uint32_t> x = random_integers<std::uint32_t>(n, 0, 0xffffffff, test_seed());
  const Guarded<std::uint32_t> d_x(x);
  Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(n + 256);
  std::uint64_t sum = 0;
  const std::size_t m = n / 10;
  ladder()[rung].run({d_x.data(), d_y.data(), n, 7}, [&, n = m] { sum = host_sum(x, n, 7); });

  const std::vector<std::uint32_t> y = d_y.to_host();
  for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(y[i], Lcg{}.jumped(x[i], 7)) << i;
  for (std::size_t i = n; i < y.size(); ++i) ASSERT_EQ(y[i], ~0u) << "past the end";
  EXPECT_EQ(sum, host_sum_reference(x, m, 7));
  EXPECT_EQ(d_x.to_host(), x) << "the input was changed";
}

INSTANTIATE_TEST_SUITE_P(Ladder, HostOverlap, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

// The host's part waits for the device and reads what is there: this shows what was launched before it.
TEST(HostOverlapRung, DoesTheHostsShareOnceAndInItsPlace) {
  const Guarded<std::uint32_t> d_x(std::vector<std::uint32_t>{5});
  const std::uint32_t untouched = ~0u, done = Lcg{}.stepped(5, 3);
  for (const auto& [name, found] : {std::pair{"host_first", untouched}, {"launch_first", done}}) {
    Guarded<std::uint32_t> d_y = poisoned<std::uint32_t>(1);
    int calls = 0;
    rung_called(name, ladder()).run({d_x.data(), d_y.data(), 1, 3}, [&, expected = found] {
      ++calls;
      check(cudaDeviceSynchronize());
      EXPECT_EQ(d_y.to_host()[0], expected);
    });
    EXPECT_EQ(calls, 1) << name;
    EXPECT_EQ(d_y.to_host()[0], done) << name;
  }
}

TEST(Lcg, JumpsToWhereStepsLead) {
  const Lcg lcg;
  for (const std::uint32_t x : random_integers<std::uint32_t>(20, 0, 0xffffffff, test_seed()))
    for (const int steps : {0, 1, 2, 3, 31, 1000, 12345}) EXPECT_EQ(lcg.jumped(x, steps), lcg.stepped(x, steps));
}

TEST(HostOverlapProgram, WritesItsCurves) {
  const std::string csv = temporary_file("host.csv"), svg = temporary_file("host.svg");
  const Ended ended =
      run_program({PROGRAM, "--n", "1000", "--steps", "50", "--repeats", "1", "--csv", csv, "--svg", svg});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  std::ifstream table(csv), drawing(svg);
  std::string first, text((std::istreambuf_iterator<char>(drawing)), {});
  std::getline(table, first);
  EXPECT_EQ(first, "kernel time / host time,host first,launch first,kernel alone");
  EXPECT_NE(text.find("launch first"), std::string::npos);
  std::remove(csv.c_str());
  std::remove(svg.c_str());
}

TEST(HostOverlapProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--n=-1", "--steps=1.5", "--nonsense"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
