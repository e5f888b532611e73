#include "ch13_unified/prefetch_ahead/prefetch_ahead.h"

#include "common/owners.h"
#include "common/testing.h"

namespace {

using namespace prefetch_ahead;

Word word_of(std::size_t i, int round) {
  return static_cast<Word>(i) * 2654435761u + static_cast<Word>(round);
}

void fill(ManagedBuffer<Word>& x, int round) {
  check(cudaDeviceSynchronize());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = word_of(i, round);
}

class PrefetchAhead : public testing::TestWithParam<std::tuple<int, std::size_t>> {
 protected:
  void SetUp() override {
    if (!pages_move_alone()) GTEST_SKIP() << "no prefetches on this device";
  }
};

// Two rounds, so that pages have already been on the device; also fewer words than chunks.
TEST_P(PrefetchAhead, WordsMatchReferenceAndTheInputStays) {
  const auto [rung, n] = GetParam();
  const Streams streams;
  ManagedBuffer<Word> x(n);
  for (const std::size_t chunks : {1, 3, 16}) {
    for (const int round : {1, 2}) {
      Guarded<Word> y = poisoned<Word>(n);
      fill(x, round);
      ladder()[rung].run({x.data(), y.data(), n, chunks, 7}, streams);
      streams.compute.wait();
      const std::vector<Word> result = y.to_host();
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_EQ(result[i], Lcg{}.jumped(word_of(i, round), 7)) << i << " of " << n << ", " << chunks << " chunks";
        ASSERT_EQ(x[i], word_of(i, round)) << "the input was changed";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ladder, PrefetchAhead, every_rung_and_size(ladder()), name_rung_and_size(ladder()));

// The last prefetch location of x's pages. The runtime returns it only if it is the same for all pages.
TEST(PrefetchAheadPages, AreAskedForByTheRungsThatSaySo) {
  if (!pages_move_alone()) GTEST_SKIP() << "no prefetches on this device";
  int device = 0;
  check(cudaGetDevice(&device));
  for (const Rung& rung : ladder()) {
    const std::size_t n = std::size_t{4} << 20;
    ManagedBuffer<Word> x(n);
    Guarded<Word> y = poisoned<Word>(n);
    const Streams streams;
    fill(x, 1);
    rung.run({x.data(), y.data(), n, 4, 0}, streams);
    streams.compute.wait();
    int place = 0;
    check(
        cudaMemRangeGetAttribute(&place, sizeof place, cudaMemRangeAttributeLastPrefetchLocation, x.data(), x.bytes()));
    EXPECT_EQ(place, rung.name == std::string("on_demand") ? cudaInvalidDeviceId : device) << rung.name;
  }
}

TEST(PrefetchAheadProgram, ShowsEveryRung) {
  const Ended ended = run_program({PROGRAM, "--n", "12345", "--chunks", "5", "--repeats", "2"});
  if (ended.status == 77) GTEST_SKIP() << ended.err;
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  for (const Rung& rung : ladder())
    EXPECT_NE(ended.out.find(std::string("\n") + rung.name), std::string::npos) << rung.name << "\n" << ended.out;
}

TEST(PrefetchAheadProgram, BadInputIsAUsageError) {
  for (const auto& option : {"--n=0", "--n=1e14", "--chunks=0", "--steps=-1"}) {
    const Ended ended = run_program({PROGRAM, option});
    EXPECT_EQ(ended.status, 2) << option;
    EXPECT_EQ(count_lines(ended.err), 1) << ended.err;
  }
}

}  // namespace
