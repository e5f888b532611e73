// The end of every chain is exact: indices, and fused multiply-adds, which round the same everywhere.
#include "ch06_memory/latency/latency.h"

#include <set>

#include "ch06_memory/latency/chains.h"
#include "common/check.h"
#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace latency;

constexpr long long never_written = -1;  // the poison, as a whole number

using Chase = decltype(Rung::chase);

void expect_chase(Chase chase, int chains, std::size_t lines, int threads, int steps) {
  // A different chain each time: what an earlier launch left in shared memory must not look right.
  const unsigned seed = test_seed() + 10000 * steps + threads;
  const std::vector<unsigned> next = random_chain(lines, seed);
  const std::vector<unsigned> from = random_starts(lines, std::size_t(chains) * threads, seed + 1);
  const Guarded<unsigned> d_next(next), d_from(from);
  Guarded<unsigned> d_to = poisoned<unsigned>(from.size());
  Guarded<long long> d_cycles = poisoned<long long>(1);

  chase(d_next.data(), d_from.data(), d_to.data(), d_cycles.data(), threads, steps);

  std::vector<unsigned> expected;
  for (const unsigned start : from) expected.push_back(chase_cpu(next, start, 2 * steps));
  EXPECT_EQ(d_to.to_host(), expected) << chains << " chains, " << lines << " lines, " << threads << " threads";
  EXPECT_GT(d_cycles.to_host()[0], 0);
  EXPECT_EQ(d_next.to_host(), next) << "an input was changed";
  EXPECT_EQ(d_from.to_host(), from) << "an input was changed";
}

class Latency : public testing::TestWithParam<int> {};

TEST_P(Latency, WalksEndWhereTheReferenceDoes) {
  const Rung& rung = ladder()[GetParam()];
  for (const int threads : {1, 31, 33, 1024})
    for (const int steps : {1, 7}) {
      expect_chase(rung.chase, rung.chains, 1, threads, steps);
      expect_chase(rung.chase, rung.chains, 1000, threads, steps);
    }
  expect_chase(rung.chase, rung.chains, 5, 2, 0);
}

TEST_P(Latency, MultiplyAddsMatchReference) {
  const Rung& rung = ladder()[GetParam()];
  for (const int threads : {1, 31, 33, 1024})
    for (const int steps : {0, 1, 17}) {
      const std::vector<float> x = random_reals<float>(std::size_t(rung.chains) * threads, -1, 1, test_seed());
      const Guarded<float> d_x(x);
      Guarded<float> d_y = poisoned<float>(x.size());
      Guarded<long long> d_cycles = poisoned<long long>(1);

      rung.multiply_add(d_x.data(), d_y.data(), d_cycles.data(), threads, steps);

      std::vector<float> expected;
      for (const float value : x) expected.push_back(multiply_add_cpu(value, steps));
      EXPECT_EQ(d_y.to_host(), expected) << rung.chains << " chains, " << threads << " threads, " << steps << " steps";
      EXPECT_NE(d_cycles.to_host()[0], never_written);
      EXPECT_EQ(d_x.to_host(), x) << "an input was changed";
    }
}

TEST_P(Latency, LaunchThatFailsThrows) {
  EXPECT_THROW(ladder()[GetParam()].chase(nullptr, nullptr, nullptr, nullptr, 4096, 1), CudaError);
  EXPECT_THROW(ladder()[GetParam()].multiply_add(nullptr, nullptr, nullptr, 4096, 1), CudaError);
}

INSTANTIATE_TEST_SUITE_P(Ladder, Latency, testing::Range(0, static_cast<int>(std::size(ladder()))));

TEST(LatencyOfSharedMemory, WalksEndWhereTheReferenceDoes) {
  for (const int threads : {1, 33, 1024})
    for (const int steps : {0, 1, 7}) expect_chase(chase_shared, 1, shared_words / words_per_line, threads, steps);
}

TEST(RandomChain, VisitsEveryLineOnce) {
  for (const std::size_t lines : {1, 2, 3, 100}) {
    const std::vector<unsigned> next = random_chain(lines, test_seed());
    std::set<unsigned> visited;
    for (unsigned at = 0; visited.insert(at).second;) at = next.at(at);
    EXPECT_EQ(visited.size(), lines);
    EXPECT_EQ(chase_cpu(next, 0, static_cast<int>(lines)), 0u) << "and comes back";
  }
}

TEST(LatencyProgram, ShowsThreeTables) {
  const Ended ended = run_program({PROGRAM, "--mb", "1", "--steps", "8", "--repeats", "1"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const char* text : {"16 KB, shared", "1 MB", "8 chains", "cycles per step"})
    EXPECT_NE(ended.out.find(text), std::string::npos) << text << "\n" << ended.out;
}

}  // namespace
