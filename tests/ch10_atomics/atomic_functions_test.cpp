#include "ch10_atomics/atomic_functions/atomic_functions.h"

#include <algorithm>
#include <limits>

#include "common/testing.h"
#include "common/values.h"

namespace {

using namespace atomic_functions;

std::vector<std::size_t> sizes() {
  return all_or_few<std::size_t>({0, 1, 31, 32, 33, 255, 256, 257, 10007}, {0, 1, 33, 257});
}

class AtomicFunctions : public testing::TestWithParam<std::size_t> {};

TEST_P(AtomicFunctions, CallsHappenOneAfterAnother) {
  const std::size_t n = GetParam();
  const auto value = random_integers<Word>(n, 0, 40, test_seed());  // few values: many threads use the same word
  const Guarded<Word> d_value(value);
  for (const Function& function : functions()) {
    for (const Word initial : all_or_few<Word>({0u, 3u, 7u, 0xfffffff0u}, {7u})) {
      Guarded<Word> word(std::vector<Word>{initial}), old = poisoned<Word>(n);
      function.run(word.data(), d_value.data(), n, old.data());
      const Word final = word.to_host()[0];
      EXPECT_TRUE(happened_in_some_order(function, initial, value, old.to_host(), final))
          << function.name << " from " << initial << " to " << final;
      EXPECT_EQ(d_value.to_host(), value) << "the input was changed";
    }
  }
}

TEST_P(AtomicFunctions, SumByCompareAndSwapIsExact) {
  const auto x = random_integers<double>(GetParam(), -9, 9, test_seed());
  const Guarded<double> d_x(x);
  Guarded<double> sum(std::vector<double>{0.5});
  add_by_cas(d_x.data(), x.size(), sum.data());
  double expected = 0.5;
  for (const double v : x) expected += v;
  EXPECT_EQ(sum.to_host()[0], expected);
}

TEST_P(AtomicFunctions, MaximumByCompareAndSwapPassesOverNaN) {
  const std::size_t n = GetParam();
  auto x = random_reals<float>(n, -9, -1, test_seed());
  if (n > 2) x[n / 2] = std::numeric_limits<float>::quiet_NaN();
  const Guarded<float> d_x(x);
  Guarded<float> most(std::vector<float>{-100});
  max_by_cas(d_x.data(), n, most.data());
  float expected = -100;
  for (const float v : x) expected = v > expected ? v : expected;
  EXPECT_EQ(most.to_host()[0], expected);
}

TEST_P(AtomicFunctions, OneThreadAtATimeIsBehindTheLock) {
  const std::size_t n = GetParam();
  Guarded<int> lock(std::vector<int>{0});
  Guarded<unsigned long long> counters(std::vector<unsigned long long>{0, 5});
  count_locked(n, lock.data(), counters.data());
  EXPECT_EQ(counters.to_host(), (std::vector<unsigned long long>{n, n + 5}));
  EXPECT_EQ(lock.to_host()[0], 0) << "the lock is left open";
}

INSTANTIATE_TEST_SUITE_P(Sizes, AtomicFunctions, testing::ValuesIn(sizes()), testing::PrintToStringParamName());

// The checker itself: it must reject results that no order explains.
TEST(SomeOrder, RefusesLostAndRepeatedCalls) {
  const Function& add = functions()[0];
  EXPECT_TRUE(happened_in_some_order(add, 0, {1, 1, 1}, {2, 0, 1}, 3));
  EXPECT_FALSE(happened_in_some_order(add, 0, {1, 1, 1}, {0, 0, 1}, 2)) << "two threads found the same word";
  EXPECT_FALSE(happened_in_some_order(add, 0, {1, 1, 1}, {2, 0, 1}, 4)) << "the last word is wrong";
  EXPECT_FALSE(happened_in_some_order(add, 0, {0, 0}, {0, 9}, 0)) << "a call found a word that never was";
  EXPECT_TRUE(happened_in_some_order(add, 7, {}, {}, 7));
  EXPECT_FALSE(happened_in_some_order(add, 7, {}, {}, 8));
}

TEST(AtomicFunctionsProgram, IsRightAndRejectsTooManyThreads) {
  const Ended ended = run_program({PROGRAM, "--n", "300"});
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  const Ended refused = run_program({PROGRAM, "--n", "1e7"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(count_lines(refused.err), 1) << refused.err;
}

}  // namespace
